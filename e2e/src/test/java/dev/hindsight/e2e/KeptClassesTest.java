package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of a program's classes stays for its next run, and makes no difference but time. */
class KeptClassesTest {
    @TempDir
    Path directory;

    @Test
    void recordingsReplayWhateverIsKept() throws Exception {
        Workbench bench = new Workbench(directory);
        List<String> command = bench.program(
                "Meeting",
                """
                import java.util.ArrayList;
                import java.util.List;

                public class Meeting {
                    static int shared;

                    public static void main(String[] args) throws InterruptedException {
                        List<Thread> threads = new ArrayList<>();
                        for (int i = 0; i < 3; i++) {
                            threads.add(new Thread(Meeting::work));
                        }
                        threads.forEach(Thread::start);
                        for (Thread thread : threads) {
                            thread.join();
                        }
                        System.out.println(shared + " " + new Object().hashCode() + " " + Runtime.version().hashCode());
                    }

                    static void work() {
                        for (int i = 0; i < 300_000; i++) {
                            shared = shared + i % 7;
                        }
                        System.out.println(Thread.currentThread().getName() + " " + System.nanoTime());
                    }
                }
                """);
        Result first = record(bench, command, "first");
        Path kept = kept();
        long size = Files.size(kept);
        assertThat(size).isPositive();

        Result second = record(bench, command, "second");
        assertThat(Files.size(kept)).as("everything was found").isEqualTo(size);

        Files.delete(kept);
        requireSame(bench, second, "second");
        requireSame(bench, first, "first");

        Files.write(kept(), new byte[100]);
        Result third = record(bench, command, "third");
        requireSame(bench, third, "third");
        assertThat(Files.size(kept())).isEqualTo(size);
    }

    private Result record(Workbench bench, List<String> command, String name) throws Exception {
        Result recorded = run(bench.recordCommand(bench.path(name), command));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        return recorded;
    }

    private void requireSame(Workbench bench, Result recorded, String name) throws Exception {
        Result replayed = run(bench.tool("replay", "--check", bench.path(name).toString()));
        assertThat(replayed.exitCode()).as(replayed.text()).isZero();
        assertThat(Workbench.out(replayed)).isEqualTo(Workbench.out(recorded));
    }

    private Result run(List<String> words) throws IOException, InterruptedException {
        Map<String, String> environment = World.environmentOfRecording();
        environment.put("XDG_CACHE_HOME", directory.resolve("cache").toString());
        return new Command(words, directory, environment, Optional.empty(), Program.Streams.SEPARATE).run();
    }

    private Path kept() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("cache"))) {
            List<Path> found = files.filter(
                            file -> file.getParent().getFileName().toString().endsWith("-programs"))
                    .toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }
}
