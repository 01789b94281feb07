package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.await;
import static dev.hindsight.e2e.Workbench.end;
import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static dev.hindsight.e2e.Workbench.read;
import static dev.hindsight.e2e.Workbench.requireOneLine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.e2e.Command.Result;
import dev.hindsight.trace.Json;
import dev.hindsight.trace.Sealed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever happens to a recording, the program goes on, and the tool says what is left in one line. */
@Execution(ExecutionMode.CONCURRENT)
class FaultsTest {
    private static final int TERMINATED = 128 + 15;
    /** What a log has before its first chunk, at most. */
    private static final int LOG_HEAD = 40;

    private static final int CUT = 137;
    private static final int DAMAGED = 3;
    private static final int DIVERGED = 125;
    private static final long LOST_MILLIS = 1500;

    /** Reads eight megabytes that cannot be compressed. */
    private static final String READER =
            """
            import java.io.*;

            public class Reader {
                public static void main(String[] args) throws Exception {
                    byte[] bytes = new byte[4096];
                    int sum = 0;
                    try (FileInputStream in = new FileInputStream("/dev/urandom")) {
                        for (int i = 0; i < 2000; i++) {
                            in.read(bytes);
                            sum += bytes[0];
                            System.out.println(i + " " + sum);
                        }
                    }
                    System.out.println("done");
                    System.exit(3);
                }
            }
            """;

    private static final String CLOCK =
            """
            public class Clock {
                public static void main(String[] args) throws Exception {
                    for (int i = 0; i < 100_000; i++) {
                        System.out.println(i + " " + System.currentTimeMillis());
                        Thread.sleep(5);
                    }
                }
            }
            """;

    /** Two threads count up a field without a lock, beside the one that prints it. */
    private static final String RACE =
            """
            public class Race {
                int hits;
                int[] last = new int[2];

                public static void main(String[] args) throws Exception {
                    Race race = new Race();
                    for (int i = 0; i < 2; i++) {
                        int number = i;
                        Thread thread = new Thread(() -> race.count(number));
                        thread.setDaemon(true);
                        thread.start();
                    }
                    for (int i = 0; i < 100_000; i++) {
                        System.out.println(i + " " + race.hits + " " + race.last[i & 1] + " " + System.currentTimeMillis());
                        Thread.sleep(5);
                    }
                }

                private void count(int number) {
                    for (int i = 0; ; i++) {
                        last[number] = last[1 - number] + i;
                        for (int j = 0; j < 100 + last[number] % 100; j++) {
                            hits ^= j;
                        }
                    }
                }
            }
            """;

    private static final String SAY =
            """
            public class Say {
                public static void main(String[] args) {
                    System.out.println("at " + System.nanoTime());
                    System.out.println(args[0]);
                }
            }
            """;

    @TempDir
    Path directory;

    private Workbench bench;
    private Path recording;

    @BeforeEach
    void prepare() throws IOException {
        bench = new Workbench(directory);
        recording = bench.path("recording");
    }

    @Test
    void aRecordingThatHasBecomeTooLargeEndsAndTheProgramGoesOn() throws Exception {
        List<String> words = bench.tool("record", "--max-size", "200K", "-o", recording.toString(), "--");
        words.addAll(bench.program("Reader", READER));
        Result recorded = bench.run(words);
        requireCut(recorded, "the limit of 204800 bytes is reached");
        assertThat(size(recording)).isBetween(200L << 10, 1L << 20);
    }

    @Test
    void aFullDiskEndsTheRecordingAndTheProgramGoesOn() throws Exception {
        Path disk = Files.createDirectory(bench.path("disk"));
        Result mounted = bench.run(List.of("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()));
        assumeTrue(mounted.exitCode() == 0, "only root can mount a small disk");
        try {
            recording = disk.resolve("recording");
            requireCut(bench.record(recording, bench.program("Reader", READER)), "No space left on device");
        } finally {
            assertThat(bench.run(List.of("umount", disk.toString())).exitCode()).isZero();
        }
    }

    @Test
    void aLimitOfFileSizesEndsTheRecordingAndTheProgramGoesOn() throws Exception {
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f 1000; exec \"$@\"", "sh"));
        limited.addAll(bench.recordCommand(recording, bench.program("Reader", READER)));
        requireCut(bench.run(limited), "File too large");
    }

    /** The program ran to its end, the recording tells why it did not, and replays up to there. */
    private void requireCut(Result recorded, String reason) throws Exception {
        assertThat(recorded.exitCode()).as(recorded.text()).isEqualTo(3);
        assertThat(out(recorded)).contains("\n1999 ").endsWith("\ndone\n");
        assertThat(Output.withoutRemarks(recorded.err())).isEmpty();
        assertThat(err(recorded)).contains("recording stopped early: " + reason);
        assertThat(read(recording.resolve("end.json"))).contains("\"stopped\": \"" + reason);
        Result check = bench.requireFaithful(recording);
        assertThat(err(check))
                .contains("up to where the recording ends")
                .contains("\nhindsight: the recording stopped early: " + reason);
        assertThat(out(check)).contains("\n10 ").doesNotContain("done");
        assertThat(out(recorded)).startsWith(out(check));
        Result replayed = bench.runTool("replay", recording.toString());
        assertThat(replayed.exitCode()).as(replayed.text()).isEqualTo(CUT);
        assertThat(err(replayed)).startsWith("hindsight: the recording ends here");
        assertThat(out(replayed)).isEqualTo(out(check));
    }

    /** The error strikes the program anywhere, in the middle of an event too. */
    @Test
    void anExhaustedStackLeavesAWholeLog() throws Exception {
        List<String> deep = bench.program(
                Jdk.running(),
                List.of("-Xss300k"),
                "Deep",
                """
                import java.io.*;

                public class Deep {
                    static int read;

                    static void descend(FileInputStream in, byte[] bytes) throws IOException {
                        read += in.read(bytes) + (int) System.nanoTime();
                        descend(in, bytes);
                    }

                    public static void main(String[] args) throws Exception {
                        for (int i = 0; i < 8; i++) {
                            try (FileInputStream in = new FileInputStream("/dev/zero")) {
                                descend(in, new byte[8]);
                            } catch (StackOverflowError e) {
                                System.out.println("overflow");
                            }
                        }
                    }
                }
                """);
        Result recorded = bench.record(recording, deep);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo("overflow\n".repeat(8));
        assertThat(Output.withoutRemarks(recorded.err())).isEmpty();
        Result dumped = bench.runTool("dump", recording.toString());
        assertThat(dumped.exitCode()).as(dumped.text()).isZero();
        assertThat(read(recording.resolve("end.json")))
                .contains("\"events\": " + out(dumped).lines().count() + ",")
                .doesNotContain("stopped");
        assertThat(out(dumped).lines().filter(line -> line.contains("\"overflow\\n\"")))
                .hasSize(8);
    }

    @Test
    void anExhaustedHeapIsNotSeenByTheProgram() throws Exception {
        List<String> greedy = bench.program(
                Jdk.running(),
                List.of("-Xmx16m", "-XX:+UseSerialGC"),
                "Greedy",
                """
                public class Greedy {
                    static Object[] chain;

                    static void fill() {
                        for (int size = 1 << 20; size > 0; size /= 2) {
                            try {
                                while (true) {
                                    Object[] next = new Object[size];
                                    next[0] = chain;
                                    chain = next;
                                }
                            } catch (OutOfMemoryError e) {
                                System.nanoTime();
                            }
                        }
                    }

                    public static void main(String[] args) throws Exception {
                        for (int i = 0; i < 2; i++) {
                            fill();
                            Thread.sleep(300);
                            chain = null;
                            System.out.println("full");
                        }
                    }
                }
                """);
        Result recorded = bench.record(recording, greedy);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo("full\n".repeat(2));
        assertThat(Output.withoutRemarks(recorded.err())).isEmpty();
    }

    /** Whoever hands turns on finds no room either; the program ends all the same. */
    @Test
    void threadsThatExhaustTheHeapEnd() throws Exception {
        List<String> words = bench.tool("record", "-o", recording.toString(), "--threads", "parallel", "--");
        words.addAll(
                bench.program(
                        Jdk.running(),
                        List.of("-Xmx24m"),
                        "Crowd",
                        """
                import java.util.ArrayList;
                import java.util.List;

                public class Crowd {
                    private static volatile int shared;

                    private static void work() {
                        List<long[]> all = new ArrayList<>();
                        try {
                            for (int i = 0; ; i++) {
                                shared += i;
                                all.add(new long[100_000 >> i % 16]);
                            }
                        } catch (OutOfMemoryError e) {
                            all = null;
                        }
                    }

                    public static void main(String[] args) throws Exception {
                        Thread[] threads = new Thread[4];
                        for (int i = 0; i < threads.length; i++) {
                            threads[i] = new Thread(Crowd::work);
                            threads[i].start();
                        }
                        for (Thread thread : threads) {
                            thread.join();
                        }
                        System.out.println("end");
                    }
                }
                """));
        Result recorded = bench.run(words);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo("end\n");
    }

    @Test
    void aRecordingThatIsRemovedMeanwhileDoesNotDisturbTheProgram() throws Exception {
        Path go = bench.path("go");
        Path out = bench.path("out");
        Process tool = bench.start(
                bench.recordCommand(
                        recording,
                        bench.program(
                                "Patient",
                                """
                                import java.io.File;

                                public class Patient {
                                    public static void main(String[] args) throws Exception {
                                        System.out.println("ready");
                                        while (!new File(args[0]).exists()) {
                                            Thread.sleep(5);
                                        }
                                        Thread thread = new Thread(() -> System.out.println("a thread"));
                                        thread.start();
                                        thread.join();
                                        System.out.println("done");
                                        System.exit(3);
                                    }
                                }
                                """,
                                go.toString())),
                out);
        await(() -> Optional.of(out).filter(file -> read(file).contains("ready")), "the program");
        World.remove(recording);
        Files.createFile(go);
        assertThat(end(tool)).isEqualTo(3);
        assertThat(read(out)).isEqualTo("ready\na thread\ndone\n");
        assertThat(read(bench.path("started.err")).lines())
                .allMatch(line -> line.startsWith("hindsight: "))
                .last()
                .asString()
                .contains("the recording is lost");
    }

    @Test
    void aPlaceThatCannotBeWrittenToIsRefused() throws Exception {
        Path file = Files.createFile(bench.path("file"));
        for (String place : List.of(file.toString(), file + "/below", "/proc/hindsight")) {
            Result refused = bench.record(Path.of(place), bench.program("Say", SAY, "hello"));
            assertThat(refused.exitCode()).as(refused.text()).isEqualTo(2);
            assertThat(requireOneLine(refused)).contains("cannot record into '" + place);
            assertThat(out(refused)).isEmpty();
        }
    }

    @Test
    void aDirectoryThatHoldsSomethingIsRefused() throws Exception {
        Files.createDirectory(recording);
        Path kept = Files.writeString(recording.resolve("manifest.json"), "kept");
        Result refused = bench.record(recording, bench.program("Say", SAY, "hello"));
        assertThat(refused.exitCode()).as(refused.text()).isEqualTo(2);
        assertThat(requireOneLine(refused)).contains("it exists and is not empty");
        assertThat(out(refused)).isEmpty();
        assertThat(recording).isDirectoryContaining(kept::equals);
        assertThat(kept).hasContent("kept");
    }

    @Test
    void ofTwoRecordingsIntoOneDirectoryOneIsRefused() throws Exception {
        List<String> command = bench.recordCommand(recording, bench.program("Say", SAY, "hello"));
        Process one = bench.start(command, bench.path("one"));
        Process other = bench.start(command, bench.path("other"));
        assertThat(List.of(end(one), end(other))).containsExactlyInAnyOrder(0, 2);
        String said = out(bench.requireFaithful(recording));
        assertThat(said).endsWith("hello\n");
        assertThat(List.of(read(bench.path("one")), read(bench.path("other")))).containsExactlyInAnyOrder(said, "");
    }

    @RepeatedTest(10)
    void aKilledProgramLosesAboutASecondAtMost(RepetitionInfo repetition) throws Exception {
        int line = new Random(repetition.getCurrentRepetition()).nextInt(100);
        requireReplayUpToKill(line, bench.recordCommand(recording, bench.program("Clock", CLOCK)));
    }

    /** What is there of the order of turns is one for what came before. */
    @RepeatedTest(10)
    void aKilledProgramWhoseThreadsRaceReplaysUpToThere(RepetitionInfo repetition) throws Exception {
        int line = new Random(repetition.getCurrentRepetition()).nextInt(200);
        List<String> command = bench.tool("record", "-o", recording.toString(), "--threads", "parallel", "--");
        command.addAll(bench.program("Race", RACE));
        requireReplayUpToKill(line, command);
        assertThat(out(bench.runTool("info", recording.toString()))).contains(", parallel");
    }

    private void requireReplayUpToKill(int line, List<String> command) throws Exception {
        Path out = bench.path("out");
        Process tool = bench.start(command, out);
        target(tool, out, line).destroyForcibly();
        assertThat(end(tool)).isEqualTo(CUT);
        Result told = bench.runTool("info", recording.toString());
        assertThat(told.exitCode()).as(told.text()).isZero();
        assertThat(out(told)).contains("killed");
        requirePrefix(read(out), out(bench.requireFaithful(recording)));
    }

    @Test
    void aProgramKilledWhileItComputesIsNotReplayedBeyondThat() throws Exception {
        Path out = bench.path("out");
        String text = "public class Long { public static void main(String[] a) { long sum = 0;"
                + " System.out.println(\"begun \" + System.nanoTime());"
                + " for (long i = 0; i < 2_000_000_000_000L; i++) { sum += i ^ sum; } System.exit((int) sum & 1); } }";
        Process tool = bench.start(bench.recordCommand(recording, bench.program("Long", text)), out);
        await(() -> Optional.of(out).filter(file -> read(file).contains("\n")), "output");
        await(
                () -> Optional.of(recording.resolve("threads/0.log"))
                        .filter(file -> file.toFile().length() > LOG_HEAD),
                "the log");
        // What comes last is written within a fifth of a second.
        Thread.sleep(1000);
        leaf(tool).destroyForcibly();
        assertThat(end(tool)).isEqualTo(CUT);
        Result check = bench.requireFaithful(recording);
        assertThat(err(check)).isEqualTo("faithful: 2 events, 1 thread, up to where the recording ends\n");
        assertThat(out(check)).isEqualTo(read(out));
        assertThat(bench.runTool("replay", recording.toString()).exitCode()).isEqualTo(CUT);
    }

    @Test
    void aProgramThatStillRunsReplaysUpToTheLastFlush() throws Exception {
        Path out = bench.path("out");
        Process tool = bench.start(bench.recordCommand(recording, bench.program("Clock", CLOCK)), out);
        ProcessHandle target = target(tool, out, 100);
        try {
            Result told = bench.runTool("info", recording.toString());
            assertThat(told.exitCode()).as(told.text()).isZero();
            assertThat(out(told)).contains("still running");
            String before = read(out);
            Result check = bench.requireFaithful(recording);
            assertThat(out(check)).startsWith("0 ");
            requirePrefix(before.length() > out(check).length() ? before : read(out), out(check));
        } finally {
            target.destroyForcibly();
            end(tool);
        }
    }

    @Test
    void aSignalToAReplayInterruptsIt() throws Exception {
        Path source = Checkout.programs().resolve("launch/Busy/Busy.java");
        Result recorded = bench.record(recording, bench.program("Busy", Files.readString(source)));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        Path out = bench.path("out");
        Process tool = bench.start(bench.tool("replay", recording.toString()), out);
        await(() -> Optional.of(out).filter(file -> read(file).contains("begun")), "the replay");
        tool.destroy();
        assertThat(end(tool)).isEqualTo(TERMINATED);
        assertThat(read(bench.path("started.err"))).isEqualTo("hindsight: the replay was interrupted\n");
        assertThat(read(out)).doesNotContain("and ended");
    }

    @Test
    void howAProgramEndedIsSaid() throws Exception {
        assertThat(endOf("System.exit(3)")).contains("ended      exit code 3 by System.exit\n");
        assertThat(endOf("Runtime.getRuntime().halt(4)")).contains("ended      exit code 4 by Runtime.halt\n");
        assertThat(endOf("Thread.sleep(1)")).contains("ended      exit code 0\n");
    }

    private String endOf(String statement) throws IOException, InterruptedException {
        World.remove(recording);
        bench.record(
                recording,
                bench.program(
                        "End",
                        "public class End { public static void main(String[] a) throws Exception { " + statement
                                + "; } }"));
        return out(bench.runTool("info", recording.toString()));
    }

    /** The recorded JVM, when it has printed this line. */
    private static ProcessHandle target(Process tool, Path out, int line) throws InterruptedException {
        await(() -> Optional.of(out).filter(file -> read(file).contains("\n" + (line + 1) + " ")), "output");
        return leaf(tool);
    }

    private static ProcessHandle leaf(Process tool) throws InterruptedException {
        return await(
                () -> tool.children()
                        .filter(process -> process.children().findAny().isEmpty())
                        .findFirst(),
                "the recorded JVM");
    }

    private static void requirePrefix(String printed, String replayed) {
        assertThat(printed).startsWith(replayed);
        assertThat(lastMillis(printed) - lastMillis(replayed.isEmpty() ? firstLine(printed) : replayed))
                .isLessThan(LOST_MILLIS);
    }

    private static long lastMillis(String lines) {
        String whole = lines.substring(0, lines.lastIndexOf('\n'));
        return Long.parseLong(whole.substring(whole.lastIndexOf(' ') + 1));
    }

    private static String firstLine(String lines) {
        return lines.substring(0, lines.indexOf('\n') + 1);
    }

    @Test
    void filesAreTheirOwnersAlone() throws Exception {
        List<String> open = new ArrayList<>(List.of("sh", "-c", "umask 000; exec \"$@\"", "sh"));
        open.addAll(bench.recordCommand(recording, bench.program("Say", SAY, "hello")));
        assertThat(bench.run(open).exitCode()).isZero();
        try (Stream<Path> paths = Files.walk(recording)) {
            for (Path path : paths.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .as(path.toString())
                        .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
            }
        }
    }

    @Test
    void damagedRecordingsAreToldInOneLine() throws Exception {
        recordSay();
        requireDamaged("is damaged: manifest.json", copy -> truncate(copy.resolve("manifest.json")));
        requireDamaged("is damaged: end.json", copy -> truncate(copy.resolve("end.json")));
        requireDamaged("manifest.json: its checksum does not fit", copy -> replace(copy, "\"pid\": ", "\"pid\": 1"));
        requireDamaged("is damaged: natives.txt", copy -> truncate(copy.resolve("natives.txt")));
        requireDamaged("/threads/0.log' is not a file", copy -> makePipe(copy.resolve("threads/0.log")));
        requireDamaged("natives.txt", copy -> Files.delete(copy.resolve("natives.txt")));
        requireDamaged("it has no manifest.json", World::remove, Files::createDirectory);
        requireDamaged(
                "names no format", copy -> Files.writeString(copy.resolve("manifest.json"), "{\"name\": \"app\"}"));
        requireDamaged(
                "has format 7; this version reads format 2", copy -> replace(copy, "\"format\": 2", "\"format\": 7"));
        requireDamaged("there is no recording at", World::remove);
        requireDamaged("0.log is cut", copy -> truncate(copy.resolve("threads/0.log")));
        requireDamaged("bytes are in classes.pack", copy -> truncate(copy.resolve("classes.pack")));
        requireDamaged("0 of", copy -> Files.delete(copy.resolve("classes.pack")));
    }

    /** What could not be printed is not printed by the replay either. */
    @Test
    void outputThatNobodyTookIsNotReplayed() throws Exception {
        List<String> program = bench.program(
                "Lines",
                """
                public class Lines {
                    public static void main(String[] args) {
                        for (int i = 0; i < 5; i++) {
                            System.out.println("line " + i);
                        }
                        System.err.println("failed: " + System.out.checkError());
                    }
                }
                """);
        Path out = Path.of("/dev/full");
        Process tool = bench.start(bench.recordCommand(recording, program), out);
        assertThat(end(tool)).isZero();
        assertThat(read(bench.path("started.err"))).startsWith("failed: true\n");
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(check.exitCode()).as(check.text()).isZero();
        assertThat(out(check)).isEmpty();
        assertThat(err(check)).startsWith("failed: true\n");
    }

    @Test
    void aFlippedBitIsNoticed() throws Exception {
        recordSay();
        Path copy = damage(changed -> flip(changed.resolve("threads/0.log")));
        for (String command : List.of("info", "dump")) {
            Result result = bench.runTool(command, copy.toString());
            assertThat(result.exitCode()).as(result.text()).isEqualTo(DAMAGED);
            assertThat(requireOneLine(result)).contains("the checksum of a chunk of thread 0 is wrong");
        }
        requireNoReplay(copy, "the checksum of a chunk of thread 0 is wrong");
        requireNoReplay(damage(changed -> flip(changed.resolve("classes.pack"))), "the checksum of a stored class");
    }

    private void requireNoReplay(Path copy, String reason) throws Exception {
        Result result = bench.runTool("replay", copy.toString());
        assertThat(result.exitCode()).as(result.text()).isEqualTo(DAMAGED);
        assertThat(err(result)).contains(reason).doesNotContain("\tat ");
    }

    @Test
    void aProgramThatDoesSomethingElseDiverges() throws Exception {
        recordSay();
        Path copy = damage(changed -> replaceAndSeal(changed, "\"hello\"", "\"howdy\""));
        for (String option : List.of("--check", "--")) {
            Result result = bench.runTool("replay", option, copy.toString());
            assertThat(result.exitCode()).as(result.text()).isEqualTo(DIVERGED);
            assertThat(out(result)).startsWith("at ").doesNotContain("howdy");
            assertThat(err(result))
                    .contains("diverged at event 2 of thread 0 (main) at Say.main(Say.java:4)")
                    .contains("\n  expected: FileOutputStream.writeBytes with ")
                    .contains("\n  actual:   FileOutputStream.writeBytes with ")
                    .contains("howdy")
                    .contains("\n  likely:   ");
        }
    }

    /** Where the mode leaves something open, that is what comes to mind first. */
    @ParameterizedTest
    @CsvSource({"sync, a race", "free, the order of threads"})
    void aDivergenceSaysWhatTheModeDoesNotRecord(String mode, String cause) throws Exception {
        List<String> words = bench.tool("record", "--threads", mode, "-o", recording.toString(), "--");
        words.addAll(bench.program(
                "Started",
                """
                public class Started {
                    public static void main(String[] args) throws InterruptedException {
                        Thread thread = new Thread(() -> System.out.println(args[0]));
                        thread.start();
                        thread.join();
                    }
                }
                """,
                "hello"));
        assertThat(bench.run(words).exitCode()).isZero();
        Path copy = damage(changed -> replaceAndSeal(changed, "\"hello\"", "\"howdy\""));
        Result result = bench.runTool("replay", "--check", copy.toString());
        assertThat(result.exitCode()).as(result.text()).isEqualTo(DIVERGED);
        assertThat(err(result)).contains("\n  likely:   " + cause + ", ");
    }

    private void recordSay() throws Exception {
        Result recorded = bench.record(recording, bench.program("Say", SAY, "hello"));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
    }

    /** What happens to a copy of the recording. */
    private interface Damage {
        void to(Path copy) throws IOException;
    }

    private void requireDamaged(String reason, Damage... damages) throws Exception {
        Path copy = damage(damages);
        for (String command : List.of("info", "dump", "replay")) {
            Result result = bench.runTool(command, copy.toString());
            assertThat(result.exitCode()).as(result.text()).isEqualTo(DAMAGED);
            assertThat(requireOneLine(result)).contains(reason).contains(copy.toString());
            if (!command.equals("dump")) {
                // A dump shows what is there before it says what is not.
                assertThat(out(result)).isEmpty();
            }
        }
    }

    private Path damage(Damage... damages) throws IOException {
        Path copy = bench.path("copy");
        World.restore(recording, copy);
        for (Damage damage : damages) {
            damage.to(copy);
        }
        return copy;
    }

    /** Opening it would wait for somebody who writes. */
    private static void makePipe(Path file) throws IOException {
        Files.delete(file);
        try {
            assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                    .isZero();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void truncate(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(content, content.length / 2));
    }

    private static void flip(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        content[content.length * 3 / 4] ^= 1 << 4;
        Files.write(file, content);
    }

    private static void replace(Path copy, String from, String to) throws IOException {
        Path manifest = copy.resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace(from, to));
    }

    private static void replaceAndSeal(Path copy, String from, String to) throws IOException {
        replace(copy, from, to);
        Path manifest = copy.resolve("manifest.json");
        Map<String, Object> content = Json.parseObject(Files.readString(manifest));
        content.remove("checksum");
        Files.writeString(manifest, Sealed.json(content));
    }

    private static long size(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(Files::isRegularFile)
                    .mapToLong(path -> path.toFile().length())
                    .sum();
        }
    }
}
