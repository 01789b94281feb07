package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.await;
import static dev.hindsight.e2e.Workbench.end;
import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static dev.hindsight.e2e.Workbench.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Programs that fail now and then are run until they do; those that do not leave nothing. */
class UntilFailureTest extends OnEachJdk {
    private static final int TERMINATED = 143;
    private static final int INTERRUPTED = 130;
    private static final String TIMEOUT = "10";

    /** Counts its runs in a file, and fails from a certain one on. */
    private static final String FLAKY =
            """
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.concurrent.CountDownLatch;
            import java.util.concurrent.locks.Lock;
            import java.util.concurrent.locks.ReentrantLock;

            public class Flaky {
                public static void main(String[] args) throws Exception {
                    Path file = Path.of(args[0]);
                    int run = Files.exists(file) ? Integer.parseInt(Files.readString(file)) + 1 : 1;
                    Files.writeString(file, Integer.toString(run));
                    System.out.println("run " + run + " at " + System.nanoTime());
                    System.err.println("reads " + new String(System.in.readAllBytes()));
                    if (run >= Integer.parseInt(args[1])) {
                        fail(args[2]);
                    }
                    System.out.println("done");
                }

                static void fail(String how) throws Exception {
                    switch (how) {
                        case "exit" -> System.exit(3);
                        case "throw" -> throw new IllegalStateException("boom");
                        case "thread" -> join(new Thread(Flaky::boom, "worker"));
                        case "handled" -> {
                            Thread worker = new Thread(Flaky::boom, "worker");
                            worker.setUncaughtExceptionHandler((thread, thrown) -> System.out.println("handled"));
                            join(worker);
                            Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> System.out.println("default"));
                            join(new Thread(Flaky::boom, "other"));
                            Thread.setDefaultUncaughtExceptionHandler(null);
                            ThreadGroup group = new ThreadGroup("own") {
                                @Override
                                public void uncaughtException(Thread thread, Throwable thrown) {
                                    System.out.println("group");
                                }
                            };
                            join(new Thread(new ThreadGroup(group, "inner"), Flaky::boom, "third"));
                        }
                        case "print" -> System.out.println("an ERROR: bad");
                        case "spin" -> spin();
                        case "deadlock" -> deadlock();
                        case "partly" -> {
                            dine(Lock::lock);
                            Thread.sleep(100_000);
                        }
                        case "patient" -> {
                            Thread first = dine(Flaky::interruptibly);
                            Thread.sleep(6000);
                            first.interrupt();
                        }
                        case "hopeless" -> {
                            dine(Flaky::interruptibly);
                            System.out.println("sleeps");
                            Thread.sleep(100_000);
                        }
                        case "lost" -> {
                            // The thread of finalizers lives on.
                            new Finalized();
                            new Thread(() -> System.out.println("ends")).start();
                            new CountDownLatch(1).await();
                        }
                        case "sleep" -> {
                            System.out.println("sleeps");
                            Thread.sleep(100_000);
                        }
                        default -> throw new IllegalArgumentException(how);
                    }
                }

                static class Finalized {
                    @Override
                    protected void finalize() {
                        System.out.println("finalized");
                    }
                }

                static void boom() {
                    throw new IllegalStateException("boom");
                }

                static void join(Thread thread) throws InterruptedException {
                    thread.start();
                    thread.join();
                }

                static void spin() {
                    long steps = 0;
                    while (steps >= 0) {
                        steps = (steps + 1) & 0xffffff;
                    }
                }

                interface Taking {
                    void take(Lock lock);
                }

                static void interruptibly(Lock lock) {
                    try {
                        lock.lockInterruptibly();
                    } catch (InterruptedException e) {
                        System.out.println("gives up");
                    }
                }

                /** Each has one lock and waits for that of the next. */
                static Thread dine(Taking taking) {
                    Lock[] forks = {new ReentrantLock(), new ReentrantLock(), new ReentrantLock()};
                    CountDownLatch all = new CountDownLatch(forks.length);
                    Thread[] guests = new Thread[forks.length];
                    for (int i = 0; i < forks.length; i++) {
                        Lock left = forks[i];
                        Lock right = forks[(i + 1) % forks.length];
                        guests[i] = new Thread(() -> {
                            left.lock();
                            all.countDown();
                            while (all.getCount() > 0) {
                                Thread.onSpinWait();
                            }
                            taking.take(right);
                        }, "guest-" + i);
                        guests[i].setDaemon(true);
                        guests[i].start();
                    }
                    return guests[0];
                }

                static void deadlock() {
                    Object one = new Object();
                    Object two = new Object();
                    Thread other = new Thread(() -> both(two, one), "one");
                    other.setDaemon(true);
                    other.start();
                    both(one, two);
                }

                static void both(Object outer, Object inner) {
                    synchronized (outer) {
                        try {
                            Thread.sleep(50);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        synchronized (inner) {
                            System.out.println("never");
                        }
                    }
                }
            }
            """;

    @TestFactory
    Stream<DynamicTest> anExitCodeIsAFailure() {
        return onEach("exit", jdk -> requireCaught(jdk, "exit", 3, "exit code 3\n"));
    }

    @TestFactory
    Stream<DynamicTest> anExceptionInTheMainThreadIsAFailure() {
        return onEach(
                "throw",
                jdk -> requireCaught(
                        jdk, "throw", 1, "uncaught exception in thread main: java.lang.IllegalStateException: boom\n"));
    }

    @TestFactory
    Stream<DynamicTest> anExceptionInAnotherThreadIsAFailureAlthoughTheExitCodeIsZero() {
        return onEach(
                "thread",
                jdk -> requireCaught(
                        jdk,
                        "thread",
                        1,
                        "uncaught exception in thread worker: java.lang.IllegalStateException: boom\n"));
    }

    @TestFactory
    Stream<DynamicTest> aLineOfTheOutputIsAFailure() {
        return onEach(
                "print",
                jdk -> requireCaught(jdk, "print", 1, "it printed: an ERROR: bad\n", "--failure-pattern", "^an ERR.R"));
    }

    @TestFactory
    Stream<DynamicTest> aHangIsAFailureAndItIsSaidWhere() {
        return onEach("spin", jdk -> {
            requireCaught(jdk, "spin", TERMINATED, "it took longer than " + TIMEOUT + " s\n", "--timeout", TIMEOUT);
            assertThat(out(bench.runTool(
                            "info", bench.path("spin" + jdk.feature()).toString())))
                    .containsPattern("where threads were:\n  'main' at Flaky\\.spin\\(Flaky\\.java:\\d+\\)\n");
        });
    }

    @TestFactory
    Stream<DynamicTest> aDeadlockIsAFailureAndIsEnded() {
        return onEach("deadlock", jdk -> {
            for (String mode : List.of("serial", "deterministic", "parallel")) {
                Files.deleteIfExists(bench.path("count" + jdk.feature()));
                Path kept = requireCaught(
                        jdk,
                        "deadlock",
                        TERMINATED,
                        "deadlock: 'main' waits for java.lang.Object, which 'one' holds\n",
                        "--threads",
                        mode);
                World.remove(kept);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> aProgramInWhichNoThreadCanGoOnIsEnded() {
        return onEach(
                "lost",
                jdk -> requireCaught(
                        jdk,
                        "lost",
                        TERMINATED,
                        "no thread can go on: 'main' waits for java.util.concurrent.CountDownLatch$Sync\n"));
    }

    /** Others live on, and would for long. */
    @TestFactory
    Stream<DynamicTest> aDeadlockOfSomeThreadsThatNothingCanEndIsEnded() {
        return onEach("partly", jdk -> {
            Path kept = requireCaught(
                    jdk,
                    "partly",
                    TERMINATED,
                    "deadlock: 'guest-0' waits for java.util.concurrent.locks.ReentrantLock$NonfairSync, which"
                            + " 'guest-1' holds\n");
            assertThat(out(bench.runTool("info", kept.toString())))
                    .containsPattern("ended +exit code 143 by SIGTERM\n")
                    .containsPattern("failed +deadlock: 'guest-0' waits for ");
        });
    }

    /** The main thread interrupts one of them, after which all end. */
    @TestFactory
    Stream<DynamicTest> aDeadlockThatAnInterruptMayEndIsSaidAndGoesOn() {
        return onEach("patient", jdk -> {
            Result result = until(jdk, "patient");
            assertThat(result.exitCode()).as(result.text()).isEqualTo(1);
            assertThat(err(result))
                    .containsOnlyOnce("deadlock: 'guest-0' waits for ")
                    .containsSubsequence(
                            "hindsight: run 2: deadlock: 'guest-0' waits for ",
                            "hindsight: run 2 goes on, ",
                            "hindsight: run 2 failed: deadlock, as said above\n",
                            "(exit code 0)");
            assertThat(out(bench.requireFaithful(bench.path("patient" + jdk.feature()))))
                    .isEqualTo(out(result))
                    .contains("done\n", "gives up\n");
        });
    }

    @Test
    void aDeadlockIsTheReasonAlsoIfTimeIsUp() throws Exception {
        Result result = until(bench.jdk(), "hopeless", "--timeout", TIMEOUT);
        assertThat(err(result))
                .containsOnlyOnce("deadlock: 'guest-0' waits for ")
                .containsSubsequence("run 2 failed: deadlock, as said above\n", "it took longer than 10 s\n");
        assertThat(out(bench.runTool("ls", directory.toString())))
                .contains("143 by SIGTERM, failed: deadlock: 'guest-0'");
    }

    @Test
    void anInterruptKeepsTheRecordingOfADeadlock() throws Exception {
        Workbench.assumeInterruptible();
        Process tool = bench.start(untilCommand(bench.jdk(), "hopeless"), bench.path("out"));
        await(
                () -> Optional.of(read(bench.path("started.err"))).filter(text -> text.contains("run 2 goes on")),
                "the deadlock");
        new ProcessBuilder("kill", "-INT", Long.toString(tool.pid())).start().waitFor();
        assertThat(end(tool)).as(read(bench.path("started.err"))).isEqualTo(INTERRUPTED);
        assertThat(read(bench.path("started.err"))).contains("hindsight: run 2 failed: deadlock, as said above\n");
        bench.requireFaithful(bench.path("hopeless" + bench.jdk().feature()));
    }

    @TestFactory
    Stream<DynamicTest> whatTheProgramHandlesIsNoFailure() {
        return onEach("handled", jdk -> {
            Result result = until(jdk, "handled");
            assertThat(result.exitCode()).as(result.text()).isZero();
            assertThat(out(result)).isEmpty();
            assertThat(Workbench.requireOneLine(result))
                    .matches("hindsight: 3 runs passed, 0 failed \\(.* s, .*\\); nothing was kept\n");
            assertThat(below(directory)).noneMatch(name -> name.startsWith("handled"));
            assertThat(read(bench.path("count" + jdk.feature()))).isEqualTo("3");
        });
    }

    /** A script ends at once; its JVM needs a moment. */
    @TestFactory
    Stream<DynamicTest> aHangOfAScriptEndsItsJvm() {
        return onEach("script", jdk -> {
            Path script = bench.path("script" + jdk.feature() + ".sh");
            Files.writeString(
                    script,
                    String.join(" ", program(jdk, "sleep").subList(1, 7)).replaceFirst("", "java ") + "\n");
            Path recording = bench.path("script" + jdk.feature());
            Result result = bench.run(withPath(
                    jdk,
                    bench.tool(
                            "record",
                            "--until-failure=3",
                            "--timeout=" + TIMEOUT,
                            "-o",
                            recording.toString(),
                            "sh",
                            script.toString())));
            assertThat(result.exitCode()).as(result.text()).isEqualTo(TERMINATED);
            assertThat(err(result))
                    .contains("run 2 failed: it took longer than " + TIMEOUT + " s\n")
                    .contains("hindsight:   'main' at Flaky.fail(Flaky.java:");
            assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(result));
        });
    }

    private static List<String> withPath(Jdk jdk, List<String> words) {
        List<String> all = new ArrayList<>(
                List.of("env", "-u", "JAVA_HOME", "PATH=" + jdk.java().getParent() + ":/usr/bin:/bin"));
        all.addAll(words);
        return all;
    }

    @Test
    void eachRunHasASeedOfItsOwn() throws Exception {
        Result result = until(bench.jdk(), "exit", "--threads", "deterministic", "--seed", "7");
        assertThat(err(result)).contains("hindsight: run 2 with seed 8 failed: exit code 3\n");
        Path recording = bench.path("exit" + bench.jdk().feature());
        assertThat(out(bench.runTool("info", recording.toString()))).containsPattern("seed +8\n");
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(result));
    }

    @Test
    void eachRunReadsTheFileFromItsBeginning() throws Exception {
        Path input = Files.writeString(bench.path("input"), "some words");
        Jdk jdk = bench.jdk();
        List<String> words = untilCommand(jdk, "exit");
        String command = String.join("' '", words);
        Result result = bench.run(List.of("sh", "-c", "'" + command + "' <" + input));
        assertThat(result.exitCode()).as(result.text()).isEqualTo(3);
        assertThat(err(result)).contains("reads some words\n");
        Files.delete(input);
        assertThat(err(bench.requireFaithful(bench.path("exit" + jdk.feature()))))
                .contains("reads some words\n");
    }

    @Test
    void toolsThatRunAtTheSameTimeDoNotMeet() throws Exception {
        List<Process> tools = new ArrayList<>();
        Path work = Files.createDirectories(bench.path("shared"));
        for (int i = 0; i < 3; i++) {
            List<String> words = bench.tool("record", "--until-failure", "9", "--");
            words.addAll(bench.program("Flaky", FLAKY, bench.path("own" + i).toString(), "3", "exit"));
            tools.add(new ProcessBuilder(words)
                    .directory(work.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(bench.path("out" + i).toFile())
                    .start());
        }
        for (int i = 0; i < 3; i++) {
            assertThat(end(tools.get(i))).as(read(bench.path("out" + i))).isEqualTo(3);
            assertThat(read(bench.path("out" + i))).contains("hindsight: run 3 failed: exit code 3\n");
        }
        List<String> kept = below(work.resolve("hindsight-recordings"));
        assertThat(kept).hasSize(3).allMatch(name -> name.matches("Flaky-[0-9]{8}-[0-9]{6}(-[23])?"));
        for (String name : kept) {
            bench.requireFaithful(work.resolve("hindsight-recordings").resolve(name));
        }
    }

    @Test
    void wherePerturbedRunsPassItIsSaidWhatElseToTry() throws Exception {
        Result result = until(bench.jdk(), "handled", "--chaos=1");
        assertThat(result.exitCode()).as(result.text()).isZero();
        assertThat(err(result))
                .containsSubsequence(
                        "3 runs passed, 0 failed (", "hindsight: a program that does the same many times in one run ");
    }

    /** None of them may be the one that made it. */
    @Test
    void toolsWhoseRunsAllPassLeaveNoDirectory() throws Exception {
        Path work = Files.createDirectories(bench.path("passing"));
        Path parent = Files.createDirectories(work.resolve("hindsight-recordings"));
        List<String> words = bench.tool("record", "--until-failure", "1", "--threads", "free", "--");
        words.addAll(bench.program("Flaky", FLAKY, bench.path("own").toString(), "9", "exit"));
        Process tool = new ProcessBuilder(words)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(bench.path("out").toFile())
                .start();
        assertThat(end(tool)).as(read(bench.path("out"))).isZero();
        assertThat(parent).doesNotExist();
        assertThat(read(bench.path("out")))
                .startsWith("hindsight: WARNING: with --threads free the order of threads is not recorded")
                .contains("1 run passed, 0 failed");
    }

    @Test
    void anInterruptEndsItAndNothingIsKept() throws Exception {
        Workbench.assumeInterruptible();
        Path out = bench.path("out");
        Process tool = bench.start(untilCommand(bench.jdk(), "sleep"), out);
        Path printed = bench.path(draft("sleep", tool)).resolve("stdout");
        await(() -> Optional.of(read(printed)).filter(text -> text.endsWith("sleeps\n")), "the second run");
        List<ProcessHandle> started = tool.descendants().toList();
        assertThat(started).isNotEmpty();
        new ProcessBuilder("kill", "-INT", Long.toString(tool.pid())).start().waitFor();
        assertThat(end(tool)).as(read(bench.path("started.err"))).isEqualTo(INTERRUPTED);
        assertThat(read(bench.path("started.err")))
                .matches("hindsight: interrupted; 1 run passed, 0 failed \\(.*\\); nothing was kept\n");
        assertThat(read(out)).isEmpty();
        assertThat(below(directory)).noneMatch(name -> name.startsWith("sleep"));
        await(
                () -> Optional.of(started.stream().noneMatch(ProcessHandle::isAlive))
                        .filter(gone -> gone),
                "the program's end");
    }

    @Test
    void aToolThatIsKilledLeavesWhatIsNoResult() throws Exception {
        Process tool = bench.start(untilCommand(bench.jdk(), "sleep"), bench.path("out"));
        Path draft = bench.path(draft("sleep", tool));
        await(
                () -> Optional.of(read(draft.resolve("stdout"))).filter(text -> text.endsWith("sleeps\n")),
                "the second run");
        List<ProcessHandle> started = tool.descendants().toList();
        tool.destroyForcibly().waitFor();
        started.forEach(ProcessHandle::destroyForcibly);
        assertThat(below(directory))
                .filteredOn(name -> name.startsWith("sleep"))
                .containsExactly(draft("sleep", tool));
        assertThat(err(bench.runTool("ls", directory.toString()))).startsWith("hindsight: no recordings in ");
    }

    @Test
    void aPlaceThatIsTakenMeanwhileIsNotTouched() throws Exception {
        Path target = bench.path("exit" + bench.jdk().feature());
        List<String> words = bench.tool("record", "--until-failure", "-o", target.toString(), "--");
        words.addAll(
                List.of("sh", "-c", "mkdir -p " + target + "; touch " + target + "/mine; exec \"$@\"", "sh", "java"));
        words.addAll(program(bench.jdk(), "exit").subList(1, 7));
        Result result = bench.run(withPath(bench.jdk(), words));
        assertThat(result.exitCode()).as(result.text()).isEqualTo(3);
        assertThat(below(target)).containsExactly("mine");
        String draft = below(directory).stream()
                .filter(name -> name.contains(".unfinished-"))
                .findFirst()
                .orElseThrow();
        assertThat(err(result))
                .contains("the recording stays where it was made")
                .endsWith(draft + "/recording\n");
        bench.requireFaithful(bench.path(draft).resolve("recording"));
    }

    @Test
    void aTerminalShowsHowFarItIs() throws Exception {
        PseudoTerminal.assume();
        PseudoTerminal terminal = new PseudoTerminal(directory, World.environmentOfRecording());
        String screen =
                terminal.run(untilCommand(bench.jdk(), "exit"), "", List.of()).screen();
        assertThat(screen)
                .containsSubsequence(
                        "\u001b[Khindsight: run 1 of 3", "\u001b[Khindsight: run 2 of 3; 1 passed, ", " left")
                .containsSubsequence("\u001b[Krun 2 at ", "reads \n", "hindsight: run 2 failed: exit code 3\n");
        assertThat(screen).doesNotContain("run 1 at ");
    }

    @TestFactory
    Stream<DynamicTest> ofOneRunOnlyAFailureIsKept() {
        return onEach("one run", jdk -> {
            Path recording = bench.path("one" + jdk.feature());
            Result passed = saving(jdk, recording, "9", "exit");
            assertThat(passed.exitCode()).isZero();
            assertThat(out(passed)).startsWith("run 1 at ").endsWith("done\n");
            assertThat(err(passed))
                    .endsWith("hindsight: the program did not fail (exit code 0); its recording was not kept\n");
            assertThat(recording).doesNotExist();
            Result failed = saving(jdk, recording, "2", "thread");
            assertThat(failed.exitCode()).as("that of the program").isZero();
            assertThat(err(failed))
                    .contains("hindsight: failed: uncaught exception in thread worker: java.lang.IllegalState");
            assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(failed));
            World.remove(recording);
            Result printed = saving(jdk, recording, "2", "print", "--failure-pattern", "ERROR");
            assertThat(printed.exitCode()).isZero();
            assertThat(err(printed)).contains("hindsight: failed: it printed: an ERROR: bad\n");
            World.remove(recording);
            Result late = saving(jdk, recording, "2", "sleep", "--timeout", "5");
            assertThat(late.exitCode()).isEqualTo(TERMINATED);
            assertThat(err(late)).contains("hindsight: failed: it took longer than 5 s\n");
            assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(late));
        });
    }

    private Result saving(Jdk jdk, Path recording, String from, String how, String... options) throws Exception {
        List<String> words = bench.tool("record", "--save-on", "failure", "-o", recording.toString());
        words.addAll(List.of(options));
        words.addAll(bench.program(
                jdk,
                List.of(),
                "Flaky",
                FLAKY,
                bench.path("count" + jdk.feature()).toString(),
                from,
                how));
        return bench.run(words);
    }

    /** The second of three runs at most fails, and is what is left; returns its recording. */
    private Path requireCaught(Jdk jdk, String how, int exitCode, String why, String... options) throws Exception {
        Result result = until(jdk, how, options);
        assertThat(result.exitCode()).as(result.text()).isEqualTo(exitCode);
        String seed = List.of(options).contains("deterministic") ? " with seed 1" : "";
        assertThat(err(result))
                .contains("hindsight: run 2" + seed + " failed: " + why, "hindsight: 1 of 2 runs failed (");
        String name = how + jdk.feature();
        assertThat(err(result)).endsWith("replay: hindsight replay " + bench.path(name) + "\n");
        assertThat(out(result)).startsWith("run 2 at ");
        assertThat(below(directory)).filteredOn(each -> each.startsWith(name)).containsExactly(name);
        assertThat(out(bench.requireFaithful(bench.path(name)))).isEqualTo(out(result));
        return bench.path(name);
    }

    private Result until(Jdk jdk, String how, String... options) throws Exception {
        return bench.run(untilCommand(jdk, how, options));
    }

    private List<String> untilCommand(Jdk jdk, String how, String... options) throws IOException {
        List<String> words = bench.tool(
                "record",
                "--until-failure",
                "3",
                "-o",
                bench.path(how + jdk.feature()).toString());
        words.addAll(List.of(options));
        words.addAll(program(jdk, how));
        return words;
    }

    private List<String> program(Jdk jdk, String how) throws IOException {
        return bench.program(
                jdk,
                List.of(),
                "Flaky",
                FLAKY,
                bench.path("count" + jdk.feature()).toString(),
                "2",
                how);
    }

    private String draft(String how, Process tool) {
        return how + bench.jdk().feature() + ".unfinished-" + tool.pid();
    }

    private static List<String> below(Path parent) throws IOException {
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }
}
