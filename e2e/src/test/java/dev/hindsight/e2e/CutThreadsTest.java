package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static dev.hindsight.e2e.Workbench.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import dev.hindsight.trace.ChunkReader;
import dev.hindsight.trace.ChunkWriter;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.Sealed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The logs of threads end at different moments; a replay goes as far as all of them together tell. */
class CutThreadsTest {
    private static final int DIVERGED = 125;

    private static final String THREADS =
            """
            public class Threads {
                public static void main(String[] args) throws InterruptedException {
                    Thread[] threads = new Thread[4];
                    for (int i = 0; i < threads.length; i++) {
                        int number = i;
                        threads[i] = new Thread(() -> print(number));
                        threads[i].start();
                    }
                    for (Thread thread : threads) {
                        thread.join();
                    }
                }

                static void print(int number) {
                    for (int i = 0; i < 1000; i++) {
                        System.out.println(number + " " + i + " " + System.nanoTime());
                    }
                }
            }
            """;

    private static final String SLEEPERS =
            """
            import java.nio.file.Files;
            import java.nio.file.Path;

            public class Sleepers {
                public static void main(String[] args) throws Exception {
                    Thread reader = new Thread(() -> read(Path.of(args[0])));
                    reader.setDaemon(true);
                    reader.start();
                    for (int i = 0; i < 200; i++) {
                        Thread.sleep(5);
                        System.out.println(i);
                    }
                    System.out.println("ends");
                }

                static void read(Path file) {
                    try {
                        while (true) {
                            Files.readAllBytes(file);
                            Thread.sleep(3);
                        }
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
            """;

    private static final String HALVES =
            """
            public class Halves {
                public static void main(String[] args) throws InterruptedException {
                    int[] values = new int[1000];
                    Thread[] threads = new Thread[2];
                    for (int i = 0; i < threads.length; i++) {
                        int from = 500 * i;
                        threads[i] = new Thread(() -> work(values, from));
                        threads[i].start();
                    }
                    for (Thread thread : threads) {
                        thread.join();
                    }
                    System.out.println(values[0] + values[999]);
                }

                private static void work(int[] values, int from) {
                    for (int round = 1; round < 200; round++) {
                        for (int i = 0; i < 500; i++) {
                            values[from + i] += values[(from + i * 7) % 1000] + Integer.bitCount(i * round);
                        }
                        Thread.yield();
                    }
                }
            }
            """;

    /** After so many of the places of a log it is cut by way of trial. */
    private static final int CUTS = 20;

    @TempDir
    Path directory;

    private Workbench bench;
    private Path recording;
    private List<String> threads;

    @BeforeEach
    void prepare() throws Exception {
        bench = new Workbench(directory);
        recording = bench.path("recording");
        threads = bench.program("Threads", THREADS);
    }

    /** Whether the limit is reached while the program runs or only when the last of its logs are written. */
    @Test
    void aRecordingThatHasBecomeTooLargeReplaysUpToTheFirstEventThatIsMissing() throws Exception {
        int cut = 0;
        for (int size = 10; size <= 90; size += 20) {
            World.remove(recording);
            List<String> words = bench.tool("record", "--max-size", size + "K", "-o", recording.toString(), "--");
            words.addAll(threads);
            Result recorded = bench.run(words);
            assertThat(recorded.exitCode()).as(recorded.text()).isZero();
            assertThat(out(recorded).lines()).hasSize(4000);
            boolean whole = !read(recording.resolve("end.json")).contains("\"stopped\"");
            cut += whole ? 0 : 1;
            assertThat(err(recorded).contains("recording stopped early")).isEqualTo(!whole);
            Result check = bench.requireFaithful(recording);
            assertThat(out(recorded)).startsWith(out(check));
            assertThat(err(check).contains("up to where the recording ends")).isEqualTo(!whole);
            assertThat(out(check).equals(out(recorded))).isEqualTo(whole);
            requireAllCounted(check);
        }
        assertThat(cut).isPositive();
    }

    /** Events that are not replayed are spoken of. */
    private void requireAllCounted(Result check) throws Exception {
        Matcher faithful = Pattern.compile("faithful: (\\d+) events").matcher(err(check));
        Matcher more = Pattern.compile("the recording has (\\d+) more events").matcher(err(check));
        Matcher told = Pattern.compile("\"events\": (\\d+)")
                .matcher(out(bench.runTool("info", "--json", recording.toString())));
        assertThat(faithful.find()).as(check.text()).isTrue();
        assertThat(told.find()).isTrue();
        long replayed = Long.parseLong(faithful.group(1)) + (more.find() ? Long.parseLong(more.group(1)) : 0);
        assertThat(replayed).as(check.text()).isEqualTo(Long.parseLong(told.group(1)));
    }

    /** When nothing is recorded any more, natives give no turns up: nobody may wait for one. */
    @ParameterizedTest
    @ValueSource(strings = {"serial", "deterministic"})
    void aProgramGoesOnWhoseRecordingHasBecomeTooLarge(String mode) throws Exception {
        byte[] content = new byte[2000];
        new Random(1).nextBytes(content);
        Path file = Files.write(bench.path("file"), content);
        List<String> sleepers = bench.program("Sleepers", SLEEPERS, file.toString());
        List<String> words =
                bench.tool("record", "--threads", mode, "--max-size", "30K", "-o", recording.toString(), "--");
        words.addAll(sleepers);
        Result recorded = bench.run(words);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).endsWith("199\nends\n");
        assertThat(err(recorded)).contains("recording stopped early: the limit of 30720 bytes is reached");
        Result check = bench.requireFaithful(recording);
        assertThat(out(recorded)).startsWith(out(check)).isNotEqualTo(out(check));
    }

    /**
     * A program that is killed, or a limit, may cut a log in the middle of a number that its thread reads ahead of its time:
     * others still wait for what the thread does before.
     */
    @ParameterizedTest
    @ValueSource(strings = {"serial", "parallel"})
    void aLogMayEndWithinWhatIsReadAhead(String mode) throws Exception {
        Path file = Files.writeString(bench.path("file"), "x");
        List<String> program = mode.equals("serial")
                ? bench.program("Sleepers", SLEEPERS, file.toString())
                : bench.program("Halves", HALVES);
        List<String> words = bench.tool("record", "--threads", mode, "-o", recording.toString(), "--");
        words.addAll(program);
        assertThat(bench.run(words).exitCode()).isZero();
        Files.delete(recording.resolve("end.json"));
        byte[] log = bytes(1);
        int cuts = 0;
        long places = places(log, log.length / 2);
        for (int length = log.length / 2 + 1; length < log.length && cuts < CUTS; length++) {
            long more = places(log, length);
            if (more > places) {
                places = more;
                cuts++;
                write(log, length + 1);
                bench.requireFaithful(recording);
            }
        }
        assertThat(cuts).isEqualTo(CUTS);
    }

    /** The events of a thread as bytes. */
    private byte[] bytes(int thread) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ChunkReader chunks = Recording.open(recording).openChunks(thread)) {
            while (chunks.next()) {
                bytes.write(chunks.data(), 0, chunks.length());
            }
        }
        return bytes.toByteArray();
    }

    /** How many places among all events the thread takes that wrote the beginning of these bytes. */
    private long places(byte[] bytes, int length) throws IOException {
        long places = 0;
        write(bytes, length);
        try (EventReader events = Recording.open(recording).openEvents(1)) {
            while (events.next() != null) {
                places += events.places().size();
            }
        }
        return places;
    }

    private void write(byte[] bytes, int length) throws IOException {
        try (ChunkWriter chunks =
                new ChunkWriter(Files.newOutputStream(recording.resolve("threads/1.log")), 1, "Thread-0")) {
            chunks.append(bytes, 0, length, 0, 0);
        }
    }

    /** What a recording lacks although it says that it is whole is not waited for forever. */
    @Test
    void anEventThatNoThreadComesToIsADivergence() throws Exception {
        assertThat(bench.record(recording, threads).exitCode()).isZero();
        Path log = recording.resolve("threads/2.log");
        int header = 12 + "Thread-1".length();
        Files.write(log, Arrays.copyOf(Files.readAllBytes(log), header));
        Path end = recording.resolve("end.json");
        Map<String, Object> content = Sealed.read(end);
        content.put("events", Recording.open(recording).countEvents());
        Files.writeString(end, Sealed.json(content));
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(check.exitCode()).as(check.text()).isEqualTo(DIVERGED);
        assertThat(err(check))
                .startsWith("diverged")
                .containsAnyOf("no thread comes to event ", "no thread ends the program");
    }
}
