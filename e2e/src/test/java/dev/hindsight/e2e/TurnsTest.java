package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.await;
import static dev.hindsight.e2e.Workbench.end;
import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static dev.hindsight.e2e.Workbench.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.e2e.Command.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users are told about threads that take turns. */
class TurnsTest {
    private static final int REFUSED = 125;
    private static final int TERMINATED = 143;
    private static final int FIRST_WITH_COMPACT_HEADERS = 24;
    private static final int LAST_WITH_BIASED_LOCKING = 17;

    @TempDir
    Path directory;

    private Workbench bench;
    private Path recording;

    @BeforeEach
    void set() throws Exception {
        bench = new Workbench(directory);
        recording = bench.path("recording");
    }

    @Test
    void aDeadlockIsSaidAndReplayed() throws Exception {
        Path out = bench.path("out");
        List<String> stuck = bench.program(
                "Stuck",
                """
                public class Stuck {
                    public static void main(String[] args) throws InterruptedException {
                        Object one = new Object();
                        StringBuilder two = new StringBuilder();
                        new Thread(() -> both(two, one), "other").start();
                        both(one, two);
                    }

                    static void both(Object outer, Object inner) {
                        synchronized (outer) {
                            try {
                                Thread.sleep(50);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            System.out.println(Thread.currentThread().getName());
                            synchronized (inner) {
                                System.out.println("never");
                            }
                        }
                    }
                }
                """);
        Process tool = bench.start(bench.recordCommand(recording, stuck), out);
        try {
            String said = await(
                    () -> Optional.of(read(bench.path("started.err"))).filter(text -> text.endsWith("holds\n")),
                    "the deadlock to be said");
            assertThat(said.lines())
                    .filteredOn(line -> line.startsWith("hindsight: deadlock: "))
                    .containsExactlyInAnyOrder(
                            "hindsight: deadlock: 'main' waits for java.lang.StringBuilder, which 'other' holds",
                            "hindsight: deadlock: 'other' waits for java.lang.Object, which 'main' holds");
        } finally {
            tool.destroy();
        }
        assertThat(end(tool)).isEqualTo(TERMINATED);
        Result check = bench.requireFaithful(recording);
        assertThat(out(check)).isEqualTo(read(out));
        assertThat(out(bench.runTool("info", recording.toString())))
                .contains("stuck:\n")
                .contains("  deadlock: 'main' waits for java.lang.StringBuilder, which 'other' holds\n");
    }

    /** A program that was never woken up is as stuck as one in a deadlock. */
    @Test
    void itIsSaidThatNoThreadCanGoOn() throws Exception {
        List<String> lost = bench.program(
                "Lost",
                """
                import java.util.concurrent.CountDownLatch;

                public class Lost {
                    public static void main(String[] args) {
                        CountDownLatch latch = new CountDownLatch(1);
                        new Thread(() -> await(latch), "parked").start();
                        new Thread(() -> await(new Object()), "waiting").start();
                    }

                    static void await(Object object) {
                        try {
                            if (object instanceof CountDownLatch latch) {
                                latch.await();
                            }
                            synchronized (object) {
                                object.wait();
                            }
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
                """);
        Process tool = bench.start(bench.recordCommand(recording, lost), bench.path("out"));
        try {
            String said = await(
                    () -> Optional.of(read(bench.path("started.err"))).filter(text -> text.contains("notified")),
                    "the standstill to be said");
            assertThat(said.lines())
                    .containsExactly(
                            "hindsight: no thread can go on: 'parked' waits for java.util.concurrent.CountDownLatch$Sync",
                            "hindsight: no thread can go on: 'waiting' waits to be notified in java.lang.Object");
        } finally {
            tool.destroy();
        }
        assertThat(end(tool)).isEqualTo(TERMINATED);
        bench.requireFaithful(recording);
    }

    @Test
    void aThreadInANativeHoldsNobodyUp() throws Exception {
        Path pipe = bench.path("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        List<String> reader = bench.program(
                "Reader",
                """
                import java.io.FileReader;
                import java.io.IOException;

                public class Reader {
                    private static volatile int read;

                    public static void main(String[] args) throws Exception {
                        Thread reader = new Thread(() -> read(args[0]));
                        Thread worker = new Thread(() -> System.out.println("meanwhile"));
                        reader.start();
                        worker.start();
                        worker.join();
                        int waited = 0;
                        while (read == 0) {
                            waited++;
                        }
                        System.out.println(waited + " " + (char) read);
                    }

                    static void read(String pipe) {
                        try (FileReader in = new FileReader(pipe)) {
                            read = in.read();
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
                """,
                pipe.toString());
        Path out = bench.path("out");
        Process tool = bench.start(bench.recordCommand(recording, reader), out);
        try {
            await(() -> Optional.of(read(out)).filter("meanwhile\n"::equals), "the other thread to go on");
            Files.writeString(pipe, "x");
            assertThat(end(tool)).isZero();
        } finally {
            tool.destroy();
        }
        assertThat(read(out)).endsWith(" x\n");
        Files.delete(pipe);
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(read(out));
    }

    /** Neither the program's heap nor its time. */
    @Test
    void threadsThatHaveEndedTakeNothing() throws Exception {
        List<String> many = bench.program(
                bench.jdk(),
                List.of("-Xmx32m"),
                "Many",
                """
                public class Many {
                    static int sum;

                    public static void main(String[] args) throws InterruptedException {
                        for (int i = 0; i < 1000; i++) {
                            Thread thread = new Thread(() -> sum++);
                            thread.start();
                            thread.join();
                        }
                        System.out.println(sum);
                    }
                }
                """);
        Result recorded = bench.record(recording, many);
        assertThat(out(recorded)).as(recorded.text()).isEqualTo("1000\n");
        assertThat(out(bench.requireFaithful(recording))).isEqualTo("1000\n");
    }

    @Test
    void hundredsOfThreadsAtOnce() throws Exception {
        List<String> crowd = bench.program(
                bench.jdk(),
                List.of("-Xmx32m"),
                "Crowd",
                """
                public class Crowd {
                    int sum;

                    public static void main(String[] args) throws InterruptedException {
                        Crowd crowd = new Crowd();
                        Thread[] threads = new Thread[300];
                        for (int i = 0; i < threads.length; i++) {
                            threads[i] = new Thread(crowd::add);
                        }
                        for (Thread thread : threads) {
                            thread.start();
                        }
                        for (Thread thread : threads) {
                            thread.join();
                        }
                        System.out.println(crowd.sum);
                    }

                    void add() {
                        for (int i = 0; i < 100; i++) {
                            int seen = sum;
                            Thread.yield();
                            sum = seen + 1;
                        }
                    }
                }
                """);
        Result recorded = bench.record(recording, crowd);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
        String seeded = recordSeeded(3, "seeded", crowd);
        assertThat(out(bench.requireFaithful(bench.path("seeded")))).isEqualTo(seeded);
    }

    /** A hook cannot put things right where there is no stack left. */
    @Test
    void threadsEndWhoseStackEnded() throws Exception {
        List<String> deep = bench.program(
                "Deep",
                """
                public class Deep {
                    static synchronized void fall() {
                        synchronized (new Object()) {
                            fall();
                        }
                    }

                    public static void main(String[] args) throws InterruptedException {
                        for (int i = 0; i < 10; i++) {
                            Thread thread = new Thread(() -> {
                                try {
                                    fall();
                                } catch (StackOverflowError e) {
                                    return;
                                }
                            });
                            thread.start();
                            thread.join();
                        }
                        System.out.println("ended");
                    }
                }
                """);
        Result recorded = bench.record(recording, deep);
        assertThat(out(recorded)).as(recorded.text()).isEqualTo("ended\n");
    }

    @Test
    void aSeedRepeatsARunAndNothingIsRecordedAboutWhoRan() throws Exception {
        List<String> racing = bench.program(
                "Racing",
                """
                public class Racing {
                    static int sum;

                    public static void main(String[] args) throws InterruptedException {
                        Thread other = new Thread(Racing::work);
                        other.start();
                        work();
                        Thread.sleep(20);
                        synchronized (Racing.class) {
                            System.out.println(sum);
                        }
                        other.join();
                        System.out.println(sum);
                    }

                    static void work() {
                        for (int i = 0; i < 2_000_000; i++) {
                            sum++;
                        }
                    }
                }
                """);
        Set<String> seen = new HashSet<>();
        for (int seed = 1; seed <= 4; seed++) {
            String first = recordSeeded(seed, "first" + seed, racing);
            assertThat(recordSeeded(seed, "second" + seed, racing)).isEqualTo(first);
            assertThat(out(bench.requireFaithful(bench.path("first" + seed)))).isEqualTo(first);
            seen.add(first);
        }
        assertThat(seen).as("what different seeds lead to").hasSizeGreaterThan(1);
        Result info = bench.runTool("info", bench.path("first1").toString());
        assertThat(out(info)).containsPattern("seed +1\n");
        assertThat(out(info))
                .as("all but when the virtual machine ends")
                .doesNotContain("threadPreempted", "threadYielded", "threadParked", "threadEnded", "monitor");
    }

    private String recordSeeded(int seed, String name, List<String> command) throws Exception {
        List<String> words = bench.tool(
                "record",
                "--threads",
                "deterministic",
                "--seed",
                Integer.toString(seed),
                "-o",
                bench.path(name).toString(),
                "--");
        words.addAll(command);
        Result recorded = bench.run(words);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        return out(recorded);
    }

    @Test
    void aProgramThatCannotBeReplayedRunsOn() throws Exception {
        Path rules = Files.writeString(bench.path("sdp.conf"), "bind 127.0.0.2 *\n");
        List<String> network = bench.program(
                bench.jdk(),
                List.of("-Dcom.sun.sdp.conf=" + rules),
                "Network",
                """
                import java.io.IOException;
                import java.net.InetAddress;
                import java.net.ServerSocket;
                import java.net.Socket;

                public class Network {
                    private static final Object LOCK = new Object();
                    private static boolean done;

                    public static void main(String[] args) throws Exception {
                        Thread waiter = new Thread(Network::await);
                        waiter.start();
                        Thread.sleep(20);
                        useOtherProtocol();
                        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                        Thread client = new Thread(() -> read(server));
                        client.start();
                        server.accept().close();
                        client.join();
                        synchronized (LOCK) {
                            done = true;
                            LOCK.notifyAll();
                        }
                        waiter.join();
                    }

                    static void useOtherProtocol() {
                        try {
                            new ServerSocket(0, 1, InetAddress.getByName("127.0.0.2")).close();
                        } catch (IOException e) {
                            // This machine does not have it.
                        }
                    }

                    static void read(ServerSocket server) {
                        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                            System.out.println(socket.getInputStream().read());
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    }

                    static void await() {
                        synchronized (LOCK) {
                            while (!done) {
                                try {
                                    LOCK.wait();
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                            }
                        }
                        System.out.println("done");
                    }
                }
                """);
        Result recorded = bench.record(recording, network);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo("-1\ndone\n");
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(check.exitCode()).isEqualTo(REFUSED);
        assertThat(err(check)).contains("the program calls SdpSupport.convert0, which this version cannot replay");
    }

    @Test
    void whereCompactHeadersHideMonitorsTurnsAreRefused() throws Exception {
        Optional<Jdk> recent = Jdk.find().stream()
                .filter(jdk -> jdk.feature() >= FIRST_WITH_COMPACT_HEADERS)
                .findFirst();
        assumeTrue(recent.isPresent(), "there is no JDK here with compact object headers");
        requireRefused(
                recent.get(),
                List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseCompactObjectHeaders"),
                "compact object headers do not tell who is inside a monitor");
    }

    @Test
    void whereBiasedLockingHidesMonitorsTurnsAreRefused() throws Exception {
        Optional<Jdk> old = Jdk.find().stream()
                .filter(jdk -> jdk.feature() <= LAST_WITH_BIASED_LOCKING)
                .findFirst();
        assumeTrue(old.isPresent(), "there is no JDK here with biased locking");
        requireRefused(
                old.get(), List.of("-XX:+UseBiasedLocking"), "biased locking does not tell who is inside a monitor");
    }

    private void requireRefused(Jdk jdk, List<String> options, String why) throws Exception {
        List<String> hello = bench.program(
                jdk,
                options,
                "Hello",
                "public class Hello { public static void main(String[] a) { System.out.println(\"hello\"); } }");
        List<String> words = bench.tool("record", "--threads", "serial", "-o", recording.toString(), "--");
        words.addAll(hello);
        Result refused = bench.run(words);
        assertThat(refused.exitCode()).isEqualTo(REFUSED);
        assertThat(err(refused)).contains(why);
        bench.record(bench.path("free"), hello);
        assertThat(out(bench.requireFaithful(bench.path("free")))).isEqualTo("hello\n");
    }
}
