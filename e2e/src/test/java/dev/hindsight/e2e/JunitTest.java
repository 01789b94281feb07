package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.await;
import static dev.hindsight.e2e.Workbench.end;
import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static dev.hindsight.e2e.Workbench.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.request.EventRequest;
import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Tests that Maven runs are recorded; those that fail can be replayed without Maven, and a debugger finds the one that did. */
class JunitTest {
    private static final String FLAKY = "theLastSeatIsSoldOnce";
    private static final String PASSING = "-Dtest=TicketOfficeTest#nothingIsSoldWhenThereAreNoSeats";
    private static final Pattern LISTENING = Pattern.compile("Listening for transport dt_socket at address: (\\d+)\n");

    private static final String FAILING =
            """
            import dev.hindsight.junit.RecordOnFailure;
            import org.junit.jupiter.api.Test;

            class %sTest {
                @Test
                @RecordOnFailure
                void fails() throws Exception {
                    Thread.sleep(1000);
                    throw new IllegalStateException("at " + System.nanoTime());
                }
            }
            """;

    private static final String KILLED =
            """
            import dev.hindsight.junit.RecordOnFailure;
            import org.junit.jupiter.api.Test;

            @RecordOnFailure
            class KilledTest {
                @Test
                void isKilled() throws Exception {
                    // What was recorded is written five times a second.
                    Thread.sleep(1000);
                    new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
                    Thread.sleep(60_000);
                }
            }
            """;

    /** Ways to fail other than in a test method, each with a test that is not to be named. */
    private static final String AROUND =
            """
            import dev.hindsight.junit.RecordOnFailure;
            import java.util.stream.Stream;
            import org.junit.jupiter.api.*;

            class AroundTest {
                @Nested
                @RecordOnFailure
                class BeforeEachFails {
                    @BeforeEach
                    void prepare() {
                        throw new IllegalStateException("before each");
                    }

                    @Test
                    void test() {}
                }

                @Nested
                @RecordOnFailure
                class BeforeAllFails {
                    @BeforeAll
                    static void prepare() {
                        throw new IllegalStateException("before all");
                    }

                    @Test
                    void test() {}
                }

                @Nested
                @RecordOnFailure
                class Dynamic {
                    @TestFactory
                    Stream<DynamicTest> tests() {
                        return Stream.of(
                                DynamicTest.dynamicTest("good", () -> {}),
                                DynamicTest.dynamicTest("bad", () -> Assertions.fail("dynamic")));
                    }
                }

                @Nested
                class Unannotated {
                    @Test
                    void test() {
                        Assertions.fail("nobody asked");
                    }
                }
            }
            """;

    /** Two threads count up a field, which takes a few instructions. */
    private static final String COUNTING =
            """
            import dev.hindsight.junit.RepeatUntilFailure;
            import org.junit.jupiter.api.Assertions;

            class CountingTest {
                private int count;

                @RepeatUntilFailure(runs = 300, chaos = true)
                void nothingIsLost() throws Exception {
                    Thread[] threads = {new Thread(this::count), new Thread(this::count)};
                    for (Thread thread : threads) {
                        thread.start();
                    }
                    for (Thread thread : threads) {
                        thread.join();
                    }
                    Assertions.assertEquals(1000, count);
                }

                private void count() {
                    for (int i = 0; i < 500; i++) {
                        count++;
                    }
                }
            }
            """;

    @TempDir
    Path directory;

    private Workbench bench;
    private SampleProject project;

    @BeforeEach
    void prepare() throws IOException {
        bench = new Workbench(directory);
        project = new SampleProject(Files.createDirectory(bench.path("project")));
    }

    private interface Check {
        void run(Workbench bench, SampleProject project, Jdk jdk) throws Exception;
    }

    private Stream<DynamicTest> onEachJdk(Check check) throws IOException {
        return Jdk.find().stream()
                .map(jdk -> dynamicTest("JDK " + jdk.version(), () -> {
                    Path home = Files.createDirectories(directory.resolve("on " + jdk.version()));
                    Path place = Files.createDirectories(home.resolve("project"));
                    check.run(new Workbench(home), new SampleProject(place), jdk);
                }));
    }

    /** What Hindsight said; Maven may have put colours before it. */
    private static List<String> remarks(Result run) {
        return (out(run) + Workbench.err(run))
                .lines()
                .filter(line -> line.contains("hindsight: "))
                .map(line -> line.substring(line.indexOf("hindsight: ")))
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> aFailureIsKeptAndReplays() throws IOException {
        return onEachJdk((bench, project, jdk) -> {
            Result run = project.test(jdk);
            assertThat(run.exitCode()).as(run.text()).isEqualTo(1);
            assertThat(project.recordings()).as(run.text()).hasSize(1);
            Path kept = project.recordings().get(0);
            String line = "hindsight: TicketOfficeTest." + FLAKY + " \\(repetition \\d+ of 500\\) failed;"
                    + " replay: hindsight replay '" + Pattern.quote(kept.toString()) + "'";
            assertThat(remarks(run)).singleElement().asString().matches(line);
            assertThat(out(run)).contains("expected: <1> but was: <2>");

            Path recording = Files.move(kept, bench.path("recording"));
            World.remove(bench.path("project"));
            assertThat(out(bench.requireFaithful(recording)))
                    .contains(remarks(run).get(0))
                    .contains("expected: <1> but was: <2>");
            Matcher number = Pattern.compile("repetition \\d+ of 500")
                    .matcher(remarks(run).get(0));
            assertThat(number.find()).isTrue();
            String named = "failed test: TicketOfficeTest." + FLAKY + " (" + number.group() + ")\n"
                    + "  org.opentest4j.AssertionFailedError: tickets for the last seat ==> expected: <1> but was: <2>\n";
            assertThat(out(bench.runTool("info", recording.toString()))).endsWith(named);
            requireThatItsStepIsTold(bench, recording, number.group());
            requireThatADebuggerFindsIt(bench, recording);
            Files.delete(bench.path("started.err"));
            requireThatADebuggerMayWantTheBeginning(bench, recording);
        });
    }

    private static void requireThatItsStepIsTold(Workbench bench, Path recording, String repetition) throws Exception {
        String test = "TicketOfficeTest." + FLAKY + " (" + repetition + ")";
        assertThat(out(bench.runTool("threads", recording.toString())))
                .containsPattern(
                        "TicketOfficeTest\\.java:\\d+ +AtomicInteger#\\d+\\.get\\(\\): 2\n +\\^ main failed here\n")
                .contains("the failure depends on:\nrace on tickets.TicketOffice.free")
                .endsWith("test " + test + " failed: org.opentest4j.AssertionFailedError: tickets for the last seat"
                        + " ==> expected: <1> but was: <2>\n");
        Path page = bench.path("report.html");
        bench.runTool("report", recording.toString(), "-o", page.toString());
        assertThat(Files.readString(page)).contains("\"test\":\"" + test + "\"").doesNotContain("\"failing\":-1");
    }

    private static void requireThatADebuggerFindsIt(Workbench bench, Path recording) throws Exception {
        Process replay = bench.start(
                bench.tool("replay", "--check", "--debug=0", recording.toString()), bench.path("replayed.out"));
        JdiClient debugger = JdiClient.attach(await(() -> port(bench), "a port for debuggers"));
        StackFrame top = threadOf(debugger, "main").frame(0);
        assertThat(top.location().method().name()).isEqualTo(FLAKY);
        assertThat(top.location().codeIndex()).isZero();
        // From there, it is not called again, and each counter serves once.
        debugger.breakAt("tickets.TicketOfficeTest", FLAKY, EventRequest.SUSPEND_ALL);
        debugger.breakAt("tickets.TicketOfficeTest", "serve", EventRequest.SUSPEND_ALL);
        List<String> stops = new ArrayList<>();
        for (Optional<ThreadReference> stopped = debugger.toNextStop();
                stopped.isPresent();
                stopped = debugger.toNextStop()) {
            stops.add(stopped.get().name());
        }
        assertThat(stops).containsExactlyInAnyOrder("counter-0", "counter-1");
        int exitCode = end(replay);
        String said = read(bench.path("started.err"));
        assertThat(exitCode).as(said).isZero();
        assertThat(said)
                .startsWith("hindsight: replaying up to the test that failed: TicketOfficeTest." + FLAKY)
                .contains("waits for a debugger at the beginning of " + FLAKY)
                .contains("faithful: ");
    }

    private static Optional<Integer> port(Workbench bench) {
        Matcher matcher = LISTENING.matcher(read(bench.path("started.err")));
        return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }

    private static ThreadReference threadOf(JdiClient debugger, String name) {
        return debugger.machine().allThreads().stream()
                .filter(thread -> thread.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void requireThatADebuggerMayWantTheBeginning(Workbench bench, Path recording) throws Exception {
        Process replay = bench.start(
                bench.tool("replay", "--check", "--debug=0", "--from-start", recording.toString()),
                bench.path("replayed.out"));
        JdiClient debugger = JdiClient.attach(await(() -> port(bench), "a port for debuggers"));
        assertThat(debugger.machine().classesByName("tickets.TicketOfficeTest")).isEmpty();
        debugger.breakAt("tickets.TicketOfficeTest", "nothingIsSoldWhenThereAreNoSeats", EventRequest.SUSPEND_ALL);
        assertThat(debugger.toNextStop()).isPresent();
        debugger.machine().dispose();
        assertThat(end(replay)).as(read(bench.path("started.err"))).isZero();
    }

    @TestFactory
    Stream<DynamicTest> whatPassesLeavesNothing() throws IOException {
        return onEachJdk((bench, project, jdk) -> {
            Result run = project.test(jdk, PASSING);
            assertThat(run.exitCode()).as(run.text()).isZero();
            assertThat(out(run)).contains("Tests run: 1, Failures: 0");
            assertThat(project.recordings()).isEmpty();
            assertThat(remarks(run)).isEmpty();
        });
    }

    /** Three JVMs, two of them at a time. */
    @Test
    void eachJvmHasARecordingOfItsOwn() throws Exception {
        project.add("FirstTest", FAILING.formatted("First"));
        project.add("SecondTest", FAILING.formatted("Second"));
        Result run =
                project.test(Jdk.running(), "-DforkCount=2", "-DreuseForks=false", PASSING + ",FirstTest,SecondTest");
        assertThat(run.exitCode()).as(run.text()).isEqualTo(1);
        assertThat(project.recordings()).as(run.text()).hasSize(2);
        assertThat(remarks(run)).hasSize(2);
        List<String> failed = new ArrayList<>();
        for (Path recording : project.recordings()) {
            Result check = bench.requireFaithful(recording);
            String info = out(bench.runTool("info", recording.toString()));
            assertThat(out(check)).as(err(check) + info).contains("java.lang.IllegalStateException: at ");
            info.lines().filter(line -> line.startsWith("failed test: ")).forEach(failed::add);
        }
        assertThat(failed).containsExactlyInAnyOrder("failed test: FirstTest.fails", "failed test: SecondTest.fails");
    }

    /** As Gradle does, and Surefire if it is told to. */
    @Test
    void theBuildMayTalkToItsJvmByASocket() throws Exception {
        project.replace(
                "</argLine>",
                "</argLine><forkNode implementation=\"org.apache.maven.plugin.surefire.extensions.SurefireForkNodeFactory\"/>");
        project.add("BrokenTest", FAILING.formatted("Broken"));
        Result run = project.test(Jdk.running(), "-Dtest=BrokenTest");
        assertThat(run.exitCode()).as(run.text()).isEqualTo(1);
        assertThat(project.recordings()).as(run.text()).hasSize(1);
        bench.requireFaithful(project.recordings().get(0));
    }

    @Test
    void aJvmThatIsKilledLeavesWhatItHad() throws Exception {
        project.add("KilledTest", KILLED);
        Result run = project.test(Jdk.running(), "-Dtest=KilledTest");
        assertThat(run.exitCode()).as(run.text()).isEqualTo(1);
        assertThat(project.recordings()).as(run.text()).hasSize(1);
        Path recording = project.recordings().get(0);
        assertThat(out(bench.runTool("info", recording.toString()))).containsPattern("ended +killed\n");
        Result check = bench.requireFaithful(recording);
        assertThat(Workbench.err(check)).contains("up to where the recording ends");
    }

    @Test
    void whatFailsAroundATestIsNamedToo() throws Exception {
        project.add("AroundTest", AROUND);
        Result run = project.test(Jdk.running(), "-Dtest=AroundTest*");
        assertThat(run.exitCode()).as(run.text()).isEqualTo(1);
        assertThat(project.recordings()).as(run.text()).hasSize(1);
        Path recording = project.recordings().get(0);
        bench.requireFaithful(recording);
        assertThat(out(bench.runTool("info", recording.toString()))
                        .lines()
                        .filter(line -> line.startsWith("failed test: ")))
                .containsExactlyInAnyOrder(
                        "failed test: BeforeEachFails.test",
                        "failed test: BeforeAllFails",
                        "failed test: Dynamic.tests (bad)");
    }

    @TestFactory
    Stream<DynamicTest> chaosFindsWhatTurnsHide() throws IOException {
        return onEachJdk((bench, project, jdk) -> {
            project.add("CountingTest", COUNTING);
            Result calm = project.test(jdk, "-Dtest=CountingTest");
            assertThat(calm.exitCode()).as(calm.text()).isZero();
            assertThat(remarks(calm))
                    .singleElement()
                    .asString()
                    .startsWith("hindsight: chaos = true changes nothing: add chaos=1,chaos-in=tests");
            project.replace("save-on=failure", "save-on=failure,chaos=1,chaos-in=tests");
            Result run = project.test(jdk, "-Dtest=CountingTest");
            assertThat(run.exitCode()).as(run.text()).isEqualTo(1);
            assertThat(remarks(run))
                    .singleElement()
                    .asString()
                    .startsWith("hindsight: CountingTest.nothingIsLost (repetition ");
            assertThat(project.recordings()).hasSize(1);
            bench.requireFaithful(project.recordings().get(0));
        });
    }

    @Test
    void withoutTheAgentOneLineSaysWhatIsMissing() throws Exception {
        project.replace("<argLine>", "<!--").replace("</argLine>", "-->");
        Result run = project.test(Jdk.running());
        assertThat(run.exitCode()).as(run.text()).isEqualTo(1);
        assertThat(out(run)).contains("expected: <1> but was: <2>");
        assertThat(project.recordings()).isEmpty();
        assertThat(remarks(run))
                .singleElement()
                .asString()
                .startsWith("hindsight: tests are not recorded: ")
                .contains("-javaagent:");
    }
}
