package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.await;
import static dev.hindsight.e2e.Workbench.end;
import static dev.hindsight.e2e.Workbench.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.sun.jdi.ClassType;
import com.sun.jdi.LongValue;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.Value;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.StepRequest;
import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A debugger on a replay sees what happened, and whatever it does, the replay stays faithful. */
class DebuggerTest {
    /** The exit code after SIGTERM. */
    private static final int TERMINATED = 143;

    private static final String LISTENING = "Listening for transport dt_socket at address: ";

    /** After this time a thread that waits for its turn counts as stuck. */
    private static final Duration STUCK = Duration.ofSeconds(30);

    /** As the kernel writes 127.0.0.1, ::ffff:127.0.0.1 and ::1. */
    private static final List<String> LOOPBACK =
            List.of("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000");

    /** Reads clocks, draws hashes and loads classes in each call; so does what it shows of itself. */
    private static final String ALONE =
            """
            public class Alone {
                static class Reading {
                    final long at = System.nanoTime();

                    @Override
                    public synchronized String toString() {
                        return String.format("%s at %d, asked %d, %b %tY", getClass().getSimpleName(), at,
                                System.nanoTime(), new Object().hashCode() == 1, java.time.LocalDate.now());
                    }
                }

                public static void main(String[] args) throws Exception {
                    for (int i = 0; i < 4; i++) {
                        measure(new Reading());
                    }
                    System.out.println(String.format("%x", new Object().hashCode()) + new java.util.Random().nextInt());
                }

                static void measure(Reading reading) throws Exception {
                    long now = System.nanoTime();
                    Object key = new Object();
                    System.out.println(reading.at + " " + key.hashCode() + " " + now);
                    Thread.sleep(2);
                }
            }
            """;

    private static final String MANY =
            """
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;

            public class Many {
                static int racy;
                static final Object LOCK = new Object();

                public static void main(String[] args) throws Exception {
                    ExecutorService pool = Executors.newFixedThreadPool(3);
                    CountDownLatch all = new CountDownLatch(60);
                    for (int i = 0; i < 60; i++) {
                        int number = i;
                        pool.execute(() -> {
                            work(number);
                            all.countDown();
                        });
                    }
                    all.await();
                    pool.shutdown();
                    pool.awaitTermination(10, TimeUnit.SECONDS);
                    System.out.println(racy);
                }

                static void work(int number) {
                    for (int i = 0; i < 2000; i++) {
                        racy = racy + 1;
                    }
                    if (number % 10 == 3) {
                        report(number, new ConcurrentHashMap<>(java.util.Map.of(new Object(), number)));
                    }
                }

                static void report(int number, Object map) {
                    synchronized (LOCK) {
                        System.out.println(Thread.currentThread().getName() + " " + number + " " + map + " " + racy);
                    }
                }
            }
            """;

    private static final String BESIDE =
            """
            public class Beside {
                static class State {
                    long sum;
                    int[] last = new int[64];

                    @Override
                    public String toString() {
                        return "sum " + sum;
                    }
                }

                static int both;

                public static void main(String[] args) throws Exception {
                    State[] states = {new State(), new State()};
                    Thread[] threads = new Thread[2];
                    for (int id = 0; id < 2; id++) {
                        State state = states[id];
                        threads[id] = new Thread(() -> {
                            for (int round = 0; round < 4; round++) {
                                work(state);
                            }
                        });
                        threads[id].start();
                    }
                    for (Thread thread : threads) {
                        thread.join();
                    }
                    System.out.println(states[0] + " " + states[1] + " " + both);
                }

                static void work(State state) {
                    for (int i = 0; i < 2_000_000; i++) {
                        state.last[i & 63] += i ^ (int) state.sum;
                        state.sum = next(state, i);
                        if ((i & 0xffff) == 0) {
                            both = both + 1;
                        }
                    }
                    look(state);
                }

                static long next(State state, int i) {
                    return state.sum * 31 + state.last[i & 7];
                }

                static void look(State state) {
                    state.sum++;
                }
            }
            """;

    @TempDir
    Path directory;

    private interface Check {
        void run(Workbench bench, Jdk jdk) throws Exception;
    }

    private Stream<DynamicTest> onEachJdk(Check check) throws IOException {
        return Jdk.find().stream()
                .map(jdk -> dynamicTest("JDK " + jdk.version(), () -> {
                    Path home = Files.createDirectories(directory.resolve(Integer.toString(jdk.feature())));
                    check.run(new Workbench(home), jdk);
                }));
    }

    /** A recording whose replay waits for a debugger. */
    private static final class Replay {
        private final Workbench bench;
        private final Result recorded;
        private final Process process;
        private final int port;

        Replay(Workbench bench, Jdk jdk, String name, String text, String... options) throws Exception {
            this.bench = bench;
            Path recording = bench.path("recording");
            List<String> record = bench.tool("record", "-o", recording.toString());
            record.addAll(List.of(options));
            record.addAll(bench.program(jdk, List.of(), name, text));
            this.recorded = bench.run(record);
            assertThat(recorded.exitCode()).as(recorded.text()).isZero();
            this.process = bench.start(
                    bench.tool("replay", "--check", "--debug=0", recording.toString()), bench.path("replayed.out"));
            this.port = await(() -> port(read(bench.path("started.err"))), "a port for debuggers");
        }

        private static Optional<Integer> port(String said) {
            return said.lines()
                    .filter(line -> line.startsWith(LISTENING) && said.contains("attach"))
                    .map(line -> Integer.valueOf(line.substring(LISTENING.length())))
                    .findFirst();
        }

        JdiClient attach() throws Exception {
            return JdiClient.attach(port);
        }

        void requireInterrupted() throws Exception {
            await(() -> process.children().findAny(), "the JVM of the replay");
            process.destroy();
            assertThat(end(process)).isEqualTo(TERMINATED);
            assertThat(read(bench.path("started.err"))).endsWith("hindsight: the replay was interrupted\n");
        }

        String requireFaithful() throws Exception {
            int exitCode = end(process);
            String said = read(bench.path("started.err"));
            assertThat(exitCode).as(said).isZero();
            assertThat(said).contains("faithful: ");
            assertThat(Files.readAllBytes(bench.path("replayed.out"))).isEqualTo(recorded.out());
            return said;
        }
    }

    @TestFactory
    Stream<DynamicTest> breakpointsStepsAndEvaluationsDoNotDisturb() throws Exception {
        return onEachJdk((bench, jdk) -> {
            Replay replay = new Replay(bench, jdk, "Alone", ALONE);
            JdiClient debugger = replay.attach();
            debugger.breakAt("Alone", "measure", EventRequest.SUSPEND_ALL);
            List<String> lines = new String(replay.recorded.out(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            int stops = 0;
            Optional<ThreadReference> stopped = debugger.toNextStop();
            while (stopped.isPresent()) {
                ThreadReference main = stopped.get();
                ObjectReference reading = (ObjectReference) JdiClient.local(main, "reading");
                Value at = reading.getValue(reading.referenceType().fieldByName("at"));
                assertThat(lines.get(stops)).startsWith(((LongValue) at).value() + " ");
                assertThat(JdiClient.shown(main, reading)).startsWith("Reading at " + at + ", asked ");
                assertThat(JdiClient.callStatic(main, "java.lang.System", "nanoTime", List.of()))
                        .isInstanceOf(LongValue.class);
                stopped = debugger.step(main, StepRequest.STEP_OVER);
                assertThat(stopped).isPresent();
                assertThat(((LongValue) JdiClient.local(main, "now")).value())
                        .isEqualTo(Long.parseLong(lines.get(stops).split(" ")[2]));
                for (int i = 0; i < 3; i++) {
                    stopped = debugger.step(main, StepRequest.STEP_INTO);
                    assertThat(main.frame(0).location().declaringType().name()).doesNotStartWith("dev.hindsight");
                }
                stops++;
                stopped = debugger.toNextStop();
            }
            assertThat(stops).isEqualTo(4);
            replay.requireFaithful();
        });
    }

    /** Young JVMs give an object that a debugger gets to see an identity hash, which the program would have drawn later. */
    @TestFactory
    Stream<DynamicTest> exceptionsThatADebuggerStopsAtDoNotDisturb() throws Exception {
        return onEachJdk((bench, jdk) -> {
            Replay replay = new Replay(
                    bench,
                    jdk,
                    "Throwing",
                    """
                    public class Throwing {
                        public static void main(String[] args) {
                            for (int i = 0; i < 3; i++) {
                                try {
                                    fail(i);
                                } catch (IllegalStateException e) {
                                    e.printStackTrace();
                                    System.out.println(new Object().hashCode());
                                }
                            }
                        }

                        static void fail(int number) {
                            throw new IllegalStateException("failure " + number);
                        }
                    }
                    """);
            JdiClient debugger = replay.attach();
            debugger.breakAtExceptions("Throwing");
            int stops = 0;
            while (debugger.toNextStop().isPresent()) {
                stops++;
            }
            assertThat(stops).isEqualTo(3);
            replay.requireFaithful();
        });
    }

    @TestFactory
    Stream<DynamicTest> threadsStayWhereTheyWere() throws Exception {
        return onEachJdk((bench, jdk) -> {
            Replay replay = new Replay(bench, jdk, "Many", MANY);
            JdiClient debugger = replay.attach();
            debugger.breakAt("Many", "report", EventRequest.SUSPEND_EVENT_THREAD);
            String printed = new String(replay.recorded.out(), StandardCharsets.UTF_8);
            int stops = 0;
            for (Optional<ThreadReference> stopped = debugger.toNextStop();
                    stopped.isPresent();
                    stopped = debugger.toNextStop()) {
                ThreadReference thread = stopped.get();
                String number = JdiClient.local(thread, "number").toString();
                String map = JdiClient.shown(thread, JdiClient.local(thread, "map"));
                assertThat(printed).contains(thread.name() + " " + number + " " + map + " ");
                Thread.sleep(200);
                stops++;
            }
            assertThat(stops).isEqualTo(6);
            replay.requireFaithful();
        });
    }

    /** While one of two threads that run beside each other is stopped, the other one goes as far as it did, and no further. */
    @TestFactory
    Stream<DynamicTest> threadsThatRanBesideEachOtherStayWhereTheyWere() throws Exception {
        return onEachJdk((bench, jdk) -> {
            Replay replay = new Replay(bench, jdk, "Beside", BESIDE, "--threads", "parallel");
            JdiClient debugger = replay.attach();
            debugger.breakAt("Beside", "look", EventRequest.SUSPEND_EVENT_THREAD);
            int stops = 0;
            for (Optional<ThreadReference> stopped = debugger.toNextStop();
                    stopped.isPresent();
                    stopped = debugger.toNextStop()) {
                ThreadReference thread = stopped.get();
                ObjectReference state = (ObjectReference) JdiClient.local(thread, "state");
                String sum =
                        state.getValue(state.referenceType().fieldByName("sum")).toString();
                assertThat(JdiClient.shown(thread, state)).isEqualTo("sum " + sum);
                Thread.sleep(200);
                stops++;
            }
            assertThat(stops).isEqualTo(8);
            replay.requireFaithful();
        });
    }

    /** Others wait for the turn of the one that stands there, for longer than without a debugger. */
    @Test
    void aProgramMayStayAtABreakpoint() throws Exception {
        Replay replay = new Replay(new Workbench(directory), Jdk.running(), "Many", MANY);
        JdiClient debugger = replay.attach();
        debugger.breakAt("Many", "report", EventRequest.SUSPEND_EVENT_THREAD);
        assertThat(debugger.toNextStop()).isPresent();
        Thread.sleep(STUCK.plusSeconds(3).toMillis());
        assertThat(debugger.toNextStop()).isPresent();
        debugger.machine().dispose();
        replay.requireFaithful();
    }

    @TestFactory
    Stream<DynamicTest> onlyThisMachineCanConnect() throws Exception {
        return onEachJdk((bench, jdk) -> {
            Replay replay = new Replay(bench, jdk, "Alone", ALONE);
            assertThat(listening(replay.process)).contains(replay.port);
            JdiClient debugger = replay.attach();
            debugger.breakAt("Alone", "measure", EventRequest.SUSPEND_ALL);
            assertThat(debugger.toNextStop()).isPresent();
            listening(replay.process);
            debugger.machine().dispose();
            replay.requireFaithful();
        });
    }

    /** The ports that a process or one of its children listens on, all of which have to be of the loopback interface. */
    private static List<Integer> listening(Process process) throws IOException {
        Set<String> own = new HashSet<>();
        for (ProcessHandle each : Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList()) {
            try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(each.pid()), "fd"))) {
                for (Path descriptor : descriptors.filter(Files::isSymbolicLink).toList()) {
                    own.add(Files.readSymbolicLink(descriptor).toString());
                }
            }
        }
        List<Integer> ports = new ArrayList<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] columns = line.strip().split("\\s+");
                if (columns[3].equals("0A") && own.contains("socket:[" + columns[9] + "]")) {
                    String[] address = columns[1].split(":");
                    assertThat(address[0]).as(line).isIn(LOOPBACK);
                    ports.add(Integer.valueOf(address[1], 16));
                }
            }
        }
        return ports;
    }

    @Test
    void aDebuggerThatGoesLeavesTheReplayRunningAndAnotherMayCome() throws Exception {
        Replay replay = new Replay(
                new Workbench(directory),
                Jdk.running(),
                "Steady",
                """
                public class Steady {
                    static double sum;

                    public static void main(String[] args) {
                        for (int i = 0; i < 60; i++) {
                            tick(i);
                        }
                        System.out.println(sum + " " + new Object().hashCode());
                    }

                    static void tick(int number) {
                        for (int i = 0; i < 2_000_000; i++) {
                            sum += Math.sqrt(i);
                        }
                        System.nanoTime();
                    }
                }
                """);
        for (int i = 0; i < 3; i++) {
            JdiClient debugger = replay.attach();
            debugger.breakAt("Steady", "tick", EventRequest.SUSPEND_ALL);
            ThreadReference main = debugger.toNextStop().orElseThrow();
            assertThat(JdiClient.shown(main, main)).contains("main");
            debugger.machine().suspend();
            debugger.machine().dispose();
        }
        replay.requireFaithful();
    }

    @Test
    void aDebuggerThatDiesInTheMiddleOfAnEvaluation() throws Exception {
        Replay replay = new Replay(new Workbench(directory), Jdk.running(), "Alone", ALONE);
        JdiClient debugger = replay.attach();
        debugger.breakAt("Alone", "measure", EventRequest.SUSPEND_ALL);
        ThreadReference main = debugger.toNextStop().orElseThrow();
        Thread evaluation = new Thread(() -> {
            try {
                Value millis = debugger.machine().mirrorOf(500L);
                JdiClient.callStatic(main, "java.lang.Thread", "sleep", List.of(millis));
            } catch (Exception e) {
                // The connection is closed under it.
                return;
            }
        });
        evaluation.start();
        Thread.sleep(200);
        debugger.machine().dispose();
        replay.requireFaithful();
        evaluation.join();
    }

    @Test
    void aSignalEndsAReplayThatWaitsForADebuggerOrIsStoppedByOne() throws Exception {
        Replay waiting = new Replay(new Workbench(directory.resolve("waiting")), Jdk.running(), "Alone", ALONE);
        waiting.requireInterrupted();
        Replay stopped = new Replay(new Workbench(directory.resolve("stopped")), Jdk.running(), "Alone", ALONE);
        JdiClient debugger = stopped.attach();
        debugger.breakAt("Alone", "measure", EventRequest.SUSPEND_ALL);
        debugger.toNextStop().orElseThrow();
        stopped.requireInterrupted();
    }

    @Test
    void anExpressionThatEndsTheProgramEndsTheReplay() throws Exception {
        Replay replay = new Replay(new Workbench(directory), Jdk.running(), "Alone", ALONE);
        JdiClient debugger = replay.attach();
        debugger.breakAt("Alone", "measure", EventRequest.SUSPEND_ALL);
        ThreadReference main = debugger.toNextStop().orElseThrow();
        Value code = debugger.machine().mirrorOf(0);
        assertThatThrownBy(() -> JdiClient.callStatic(main, "java.lang.System", "exit", List.of(code)))
                .isInstanceOf(VMDisconnectedException.class);
        assertThat(end(replay.process)).isEqualTo(125);
        assertThat(read(replay.bench.path("started.err"))).contains("what the debugger evaluated ended the program");
    }

    @Test
    void theProgramCannotBeChanged() throws Exception {
        Replay replay = new Replay(new Workbench(directory), Jdk.running(), "Many", MANY);
        JdiClient debugger = replay.attach();
        debugger.breakAt("Many", "report", EventRequest.SUSPEND_ALL);
        assertThat(debugger.toNextStop()).isPresent();
        ClassType type = (ClassType) debugger.machine().classesByName("Many").get(0);
        assertThat(debugger.machine().canRedefineClasses()).isFalse();
        assertThatThrownBy(() -> type.setValue(
                        type.fieldByName("racy"), debugger.machine().mirrorOf(1)))
                .isInstanceOf(UnsupportedOperationException.class);
        debugger.machine().dispose();
        assertThat(replay.requireFaithful()).containsOnlyOnce("wanted to change the program, and was refused");
    }

    @Test
    void whatAnExpressionLoadsFirstIsSaid() throws Exception {
        Replay replay = new Replay(
                new Workbench(directory),
                Jdk.running(),
                "Lazy",
                """
                public class Lazy {
                    static class Late {
                        static final long MADE = System.nanoTime();
                    }

                    public static void main(String[] args) {
                        show(new Lazy());
                        System.out.println(Late.MADE);
                    }

                    static void show(Lazy lazy) {
                        System.out.println("here");
                    }

                    @Override
                    public String toString() {
                        return "made " + Late.MADE;
                    }
                }
                """);
        JdiClient debugger = replay.attach();
        debugger.breakAt("Lazy", "show", EventRequest.SUSPEND_ALL);
        ThreadReference main = debugger.toNextStop().orElseThrow();
        assertThat(JdiClient.shown(main, JdiClient.local(main, "lazy"))).startsWith("made ");
        debugger.machine().dispose();
        assertThat(end(replay.process)).isEqualTo(125);
        assertThat(read(replay.bench.path("started.err")))
                .contains("diverged")
                .contains("note: what the debugger evaluated loaded Lazy$Late before the program did");
    }

    private interface Session {
        void run(OutputStream commands, Path shown) throws Exception;
    }

    private static void withJdb(Jdk jdk, Replay replay, Session session) throws Exception {
        Path shown = replay.bench.path("jdb.out");
        Process jdb = new ProcessBuilder(
                        jdk.home().resolve("bin/jdb").toString(), "-attach", "localhost:" + replay.port)
                .redirectOutput(shown.toFile())
                .redirectErrorStream(true)
                .start();
        try (OutputStream commands = jdb.getOutputStream()) {
            awaitText(shown, "main[1]");
            session.run(commands, shown);
        } finally {
            end(jdb);
        }
    }

    @TestFactory
    Stream<DynamicTest> jdb() throws Exception {
        return onEachJdk((bench, jdk) -> {
            Replay replay = new Replay(bench, jdk, "Alone", ALONE);
            withJdb(jdk, replay, (commands, shown) -> {
                say(commands, "stop in Alone.measure");
                say(commands, "run");
                awaitText(shown, "Breakpoint hit");
                say(commands, "print reading");
                awaitText(shown, "reading = \"Reading at ");
                say(commands, "clear Alone.measure");
                awaitText(shown, "Removed");
                say(commands, "cont");
                replay.requireFaithful();
            });
        });
    }

    @TestFactory
    Stream<DynamicTest> jdbWithThreads() throws Exception {
        return onEachJdk((bench, jdk) -> {
            Replay replay = new Replay(bench, jdk, "Many", MANY);
            String printed = new String(replay.recorded.out(), StandardCharsets.UTF_8);
            withJdb(jdk, replay, (commands, shown) -> {
                say(commands, "stop in Many.report");
                say(commands, "run");
                for (int i = 0; i < 6; i++) {
                    Matcher stop = awaitMatch(shown, "Breakpoint hit: \"thread=(\\S+)\", Many", i);
                    say(commands, "threads");
                    say(commands, "print number");
                    Matcher number = awaitMatch(shown, " number = (\\d+)", i);
                    assertThat(printed).contains(stop.group(1) + " " + number.group(1) + " ");
                    say(commands, "print map");
                    Matcher map = awaitMatch(shown, " map = \"(.*)\"", i);
                    assertThat(printed).contains(" " + number.group(1) + " " + map.group(1) + " ");
                    say(commands, "cont");
                }
                replay.requireFaithful();
            });
        });
    }

    /** The match with that number, counted from 0. */
    private static Matcher awaitMatch(Path file, String pattern, int number) throws InterruptedException {
        Supplier<Optional<Matcher>> found = () -> {
            Matcher matcher = Pattern.compile(pattern).matcher(read(file));
            for (int i = 0; i <= number; i++) {
                if (!matcher.find()) {
                    return Optional.empty();
                }
            }
            return Optional.of(matcher);
        };
        return await(found, pattern);
    }

    private static void say(OutputStream commands, String line) throws IOException {
        commands.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        commands.flush();
    }

    private static void awaitText(Path file, String text) throws InterruptedException {
        await(() -> Optional.of(read(file)).filter(all -> all.contains(text)), text);
    }
}
