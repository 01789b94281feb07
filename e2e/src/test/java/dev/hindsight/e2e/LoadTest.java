package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs with much of something are recorded, replay, and need little more memory than without us. Sizes are small here; with
 * {@code -Pload} they are those of the names.
 */
class LoadTest {
    private static final boolean FULL = Boolean.getBoolean("hindsight.load");

    /** A fixed heap, all of it in use from the start: what differs is not Java's. */
    private static final List<String> FIXED = List.of("-XX:+UseSerialGC", "-XX:+AlwaysPreTouch");

    /** What docs/limits.md promises, in kilobytes. */
    private static final long MOST = 96 << 10;

    @TempDir
    Path directory;

    private Workbench bench;

    @BeforeEach
    void prepare() throws IOException {
        bench = new Workbench(directory);
    }

    @Test
    void fourThousandThreads() throws Exception {
        int count = FULL ? 4000 : 200;
        load("ManyThreads", count, 64);
    }

    /** What their logs take of the program's heap has to fit into one that is small. */
    @Test
    void aThousandThreadsThatReadMuch() throws Exception {
        load("ReadingThreads", FULL ? 1000 : 200, 64);
    }

    @Test
    void tenThousandSockets() throws Exception {
        load("ManySockets", FULL ? 10_000 : 1000, 64);
    }

    @Test
    void aGigabyteThroughOneStream() throws Exception {
        load("LongStream", FULL ? 1024 : 64, 64);
    }

    @Test
    void eventsOfAHundredMegabytes() throws Exception {
        int megabytes = FULL ? 100 : 10;
        load("LargeEvents", megabytes, 4 * megabytes);
    }

    @Test
    void deepStacksAndLongTraces() throws Exception {
        load("DeepStacks", FULL ? 20_000 : 2000, 64, "-Xss16m", "-XX:MaxJavaStackTraceDepth=100000");
    }

    private void load(String name, int scale, int heapMegabytes, String... options) throws Exception {
        List<String> command = command(name, scale, heapMegabytes, options);
        Result plain = bench.run(command);
        assertThat(plain.exitCode()).as(plain.text()).isZero();
        Path recording = bench.path("recording");
        Result recorded = bench.record(recording, command);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        long more = peak(recorded) - peak(plain);
        System.out.println(name + " " + scale + ": peak of memory " + peak(plain) + " KB plain, " + more
                + " KB more recorded; recording of " + size(recording) + " KB");
        assertThat(more).isLessThan(MOST);
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
    }

    private List<String> command(String name, int scale, int heapMegabytes, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(bench.jdk().java().toString()));
        command.addAll(FIXED);
        command.addAll(List.of(options));
        command.addAll(List.of("-Xms" + heapMegabytes + "m", "-Xmx" + heapMegabytes + "m"));
        command.addAll(List.of("-cp", classes().toString(), name, String.valueOf(scale)));
        return command;
    }

    private Path classes() throws IOException {
        Path classes = bench.path("classes");
        try (Stream<Path> sources = Files.list(Checkout.programs().resolve("load"))) {
            new ProgramCompiler().compile(sources.sorted().toList(), classes);
        }
        return classes;
    }

    /** What the program itself read and printed. */
    private static long peak(Result result) {
        return err(result)
                .lines()
                .filter(line -> line.matches("\\d+"))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }

    private static long size(Path recording) throws IOException {
        try (Stream<Path> files = Files.walk(recording)) {
            return files.filter(Files::isRegularFile)
                            .mapToLong(file -> file.toFile().length())
                            .sum()
                    >> 10;
        }
    }
}
