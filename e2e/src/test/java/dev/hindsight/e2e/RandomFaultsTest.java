package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Faults at random moments, a few here and a hundred of each with {@code -Pfaults}. The recorded program ends as it would have,
 * and whatever is left of the recording is replayed up to there or refused in one line. What came about is counted and printed.
 */
@Execution(ExecutionMode.CONCURRENT)
class RandomFaultsTest {
    private static final int TRIALS = Integer.getInteger("hindsight.faults", 4);
    private static final int KILLED = 137;
    private static final int TERMINATED = 143;
    private static final int ABORTED = 134;
    private static final int EXIT_CODE = 3;
    private static final int DIVERGED = 125;
    private static final int DAMAGED = 3;
    /** What the program prints has to fit. */
    private static final int LEAST_BLOCKS = 20;

    /** What a JVM prints by itself if it is told to end very early. */
    private static final String JVM_ERROR = "Error occurred during initialization of VM";

    private static final String BUSY =
            """
            import java.io.FileInputStream;
            import java.io.IOException;
            import java.nio.file.Files;
            import java.nio.file.Path;

            public class Busy {
                static synchronized void say(String who, int number, int value) {
                    System.out.println(who + " " + number + " " + value);
                }

                static void read(String who, int rounds) {
                    byte[] bytes = new byte[5000];
                    try (FileInputStream in = new FileInputStream("/dev/urandom")) {
                        for (int i = 0; i < rounds; i++) {
                            in.read(bytes);
                            say(who, i, bytes[i]);
                            Thread.sleep(3);
                        }
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }

                public static void main(String[] args) throws Exception {
                    Thread other = new Thread(() -> read("other", 100));
                    other.start();
                    Path file = Files.createTempFile(Path.of(""), "busy", ".txt");
                    for (int i = 0; i < 60; i++) {
                        Files.writeString(file, "line " + System.nanoTime());
                        say("main", i, Files.readString(file).hashCode());
                        Thread.sleep(2);
                    }
                    Files.delete(file);
                    read("main again", 40);
                    other.join();
                    System.out.println("done");
                    System.exit(3);
                }
            }
            """;

    private static final String GREEDY =
            """
            import java.util.ArrayList;
            import java.util.List;

            public class Greedy {
                public static void main(String[] args) throws Exception {
                    int size = Integer.parseInt(args[0]);
                    for (int round = 0; round < 3; round++) {
                        List<byte[]> kept = new ArrayList<>();
                        try {
                            while (true) {
                                kept.add(new byte[size + (int) (System.nanoTime() & 7)]);
                            }
                        } catch (OutOfMemoryError e) {
                            kept = null;
                            System.out.println("full " + round);
                        }
                    }
                    System.out.println("done");
                    System.exit(3);
                }
            }
            """;

    @TempDir
    Path directory;

    private Workbench bench;
    private final Map<String, Integer> counts = new TreeMap<>();

    @BeforeEach
    void prepare() throws IOException {
        bench = new Workbench(directory);
    }

    /** What a fault does to a running program. */
    private interface Fault {
        void strike(Process process, Path recording) throws IOException, InterruptedException;
    }

    /** How a program is started and whether it comes to its end. */
    private record Trial(List<String> command, Path recording, Path out, Path err) {}

    @Test
    void killed() throws Exception {
        int whole = millisOfARun();
        forEachTrial("kill -9", random -> {
            Trial trial = trial("Busy", BUSY, List.of());
            int code = run(trial, random.nextInt(whole), (process, recording) -> process.destroyForcibly());
            assertThat(code).isIn(KILLED, EXIT_CODE);
            requireReplaysOrIsRefused(trial);
        });
    }

    @Test
    void terminatedDuringStartUp() throws Exception {
        int whole = millisOfARun();
        forEachTrial("SIGTERM", random -> {
            Trial trial = trial("Busy", BUSY, List.of());
            int code = run(trial, random.nextInt(whole / 2), (process, recording) -> process.destroy());
            // A JVM that is told to end while it starts any agent may fail by itself: seen with an agent that only
            // waits.
            assertThat(code).as(read(trial.err)).isIn(TERMINATED, EXIT_CODE, 1, ABORTED);
            requireReplaysOrIsRefused(trial);
        });
    }

    @Test
    void directoryRemoved() throws Exception {
        int whole = millisOfARun();
        forEachTrial("directory removed", random -> {
            Trial trial = trial("Busy", BUSY, List.of());
            int code = run(trial, random.nextInt(whole), (process, recording) -> remove(recording));
            assertThat(code).as(read(trial.err)).isEqualTo(EXIT_CODE);
            assertThat(read(trial.out)).endsWith("done\n");
            count(read(trial.err).isEmpty() ? "said nothing" : "said so");
        });
    }

    /** A limit of the size of files behaves like a disk that is full. */
    @Test
    void diskFull() throws Exception {
        forEachTrial("disk full", random -> {
            Trial plain = trial("Busy", BUSY, List.of());
            List<String> words = new ArrayList<>(
                    List.of("sh", "-c", "ulimit -f " + (LEAST_BLOCKS + random.nextInt(1500)) + "; exec \"$@\"", "sh"));
            words.addAll(plain.command);
            Trial trial = new Trial(words, plain.recording, plain.out, plain.err);
            assertThat(run(trial, 0, (process, recording) -> {}))
                    .as(read(trial.err))
                    .isEqualTo(EXIT_CODE);
            assertThat(read(trial.out)).endsWith("done\n");
            requireReplaysOrIsRefused(trial);
        });
    }

    /** How many allocations fill a heap differs from run to run, so the replay may end there, and has to say so. */
    @Test
    void outOfMemory() throws Exception {
        forEachTrial("OutOfMemoryError", random -> {
            List<String> options = List.of("-Xmx" + (20 + random.nextInt(30)) + "m", "-XX:+UseSerialGC");
            Trial trial = trial("Greedy", GREEDY, options, String.valueOf(1000 + random.nextInt(100_000)));
            assertThat(run(trial, 0, (process, recording) -> {}))
                    .as(read(trial.err))
                    .isEqualTo(EXIT_CODE);
            assertThat(read(trial.out)).isEqualTo("full 0\nfull 1\nfull 2\ndone\n");
            Result check = check(trial.recording);
            assertThat(check.exitCode()).as(check.text()).isIn(0, DIVERGED);
            count(check.exitCode() == 0 ? "replayed" : "diverged where the heap was full");
        });
    }

    /** How long a run takes to which nothing happens; start-up takes about half of it. */
    private int millisOfARun() throws IOException, InterruptedException {
        long start = System.nanoTime();
        assertThat(run(trial("Busy", BUSY, List.of()), 0, (process, recording) -> {}))
                .isEqualTo(EXIT_CODE);
        remove(bench.path("recording"));
        return (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    /** One trial with its own random numbers. */
    private interface Body {
        void run(Random random) throws Exception;
    }

    private void forEachTrial(String name, Body body) throws Exception {
        for (int i = 0; i < TRIALS; i++) {
            try {
                body.run(new Random(i));
            } catch (AssertionError e) {
                throw new AssertionError("trial " + i + " of '" + name + "': " + e.getMessage(), e);
            }
            remove(bench.path("recording"));
        }
        System.out.println(name + ", " + TRIALS + " trials: " + counts);
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private Trial trial(String name, String text, List<String> options, String... arguments) throws IOException {
        Path recording = bench.path("recording");
        List<String> all = new ArrayList<>(List.of("-javaagent:" + Checkout.agentJar() + "=output=" + recording));
        all.addAll(options);
        return new Trial(
                bench.program(Jdk.running(), all, name, text, arguments),
                recording,
                bench.path("out"),
                bench.path("err"));
    }

    /** Runs a program, with a fault at this time unless it has ended by then. */
    private int run(Trial trial, int millis, Fault fault) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(trial.command)
                .directory(directory.toFile())
                .redirectOutput(trial.out.toFile())
                .redirectError(trial.err.toFile())
                .start();
        try {
            if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
                fault.strike(process, trial.recording);
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("the program ends")
                    .isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private Result check(Path recording) throws IOException, InterruptedException {
        return ResidentTool.run(List.of("replay", "--check", recording.toString()), World.environmentOfReplay());
    }

    /** A replay prints what the program printed, as far as it comes. */
    private void requireReplaysOrIsRefused(Trial trial) throws IOException, InterruptedException {
        Result check = check(trial.recording);
        if (check.exitCode() == 0) {
            assertThat(read(trial.out)).startsWith(Workbench.out(check));
            boolean whole = !Workbench.err(check).contains("up to where the recording ends");
            count(whole ? "replayed whole" : "replayed up to there");
        } else {
            assertThat(check.exitCode()).as(check.text()).isIn(2, DAMAGED);
            assertThat(Workbench.err(check).lines().toList())
                    .as(check.text())
                    .hasSize(1)
                    .first()
                    .asString()
                    .startsWith("hindsight: ");
            assertThat(new String(check.out(), StandardCharsets.UTF_8)).isEmpty();
            boolean begun = !read(trial.out).isEmpty() && !read(trial.out).startsWith(JVM_ERROR);
            count(begun ? "refused, nothing could be written" : "refused, the program had not begun");
            if (begun) {
                assertThat(read(trial.err)).startsWith("hindsight: ");
            }
        }
    }

    /** The recorder may still write there. */
    private static void remove(Path directory) throws IOException {
        try {
            World.remove(directory);
        } catch (NoSuchFileException | DirectoryNotEmptyException e) {
            remove(directory);
        }
    }
}
