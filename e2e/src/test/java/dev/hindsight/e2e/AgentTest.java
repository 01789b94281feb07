package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static dev.hindsight.e2e.Workbench.read;
import static dev.hindsight.e2e.Workbench.requireOneLine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The agent works without the tool and beside other agents, and the program does not notice it. */
@Execution(ExecutionMode.CONCURRENT)
class AgentTest {
    private static final int CANNOT_START = 125;
    private static final int DIVERGED = 125;
    private static final int FIRST_WITH_COMPACT_HEADERS = 25;
    private static final String SHENANDOAH = "-XX:+UseShenandoahGC";
    private static final List<String> OPTIONS =
            List.of("-Xshare:auto", "-Xshare:off", "-Xint", "-XX:+UseZGC", "-XX:+UseSerialGC", SHENANDOAH);

    private static final String HELLO =
            """
            public class Hello {
                public static void main(String[] args) {
                    System.out.println("hello at " + System.nanoTime());
                }
            }
            """;

    /** Meets what options of the virtual machine change: the collector, the depth of the stack, classes made at run time. */
    private static final String VARIED =
            """
            import java.lang.ref.*;
            import java.lang.reflect.Proxy;
            import java.util.*;
            import java.util.concurrent.*;

            public class Varied {
                static int racy;

                public static void main(String[] args) throws Exception {
                    ExecutorService pool = Executors.newFixedThreadPool(3);
                    List<Future<String>> results = new ArrayList<>();
                    for (int i = 0; i < 12; i++) {
                        results.add(pool.submit(Varied::work));
                    }
                    for (Future<String> result : results) {
                        System.out.println(result.get());
                    }
                    pool.shutdown();
                    ReferenceQueue<Object> queue = new ReferenceQueue<>();
                    Map<Object, String> weak = new WeakHashMap<>(Map.of(new Object(), "weak"));
                    Reference<Object> phantom = new PhantomReference<>(new Object(), queue);
                    WeakReference<Object> cleared = new WeakReference<>(new Object());
                    int looks = 0;
                    for (boolean isThere = true; isThere; looks++) {
                        System.gc();
                        isThere = cleared.get() != null || !weak.isEmpty();
                    }
                    System.out.println("cleared after " + looks + " " + (queue.remove() == phantom) + " " + racy);
                }

                static String work() {
                    for (int i = 0; i < 500; i++) {
                        racy = racy + 1;
                    }
                    Comparable<?> proxy = (Comparable<?>) Proxy.newProxyInstance(Varied.class.getClassLoader(),
                            new Class<?>[] {Comparable.class}, (self, method, values) -> method.getName().length());
                    try {
                        return deeper(1) + " deep";
                    } catch (StackOverflowError e) {
                        return Thread.currentThread().getName() + " " + proxy.compareTo(null) + " " + proxy.getClass().getName()
                                + " " + new Object().hashCode() + " " + System.nanoTime();
                    }
                }

                static int deeper(int depth) {
                    return deeper(depth + 1) + 1;
                }
            }
            """;

    private static final String SEEN =
            """
            import java.lang.management.ManagementFactory;
            import java.util.*;

            public class Seen {
                public static void main(String[] args) throws Exception {
                    System.out.println(ManagementFactory.getRuntimeMXBean().getInputArguments());
                    System.out.println(ManagementFactory.getRuntimeMXBean().getClassPath());
                    System.out.println(new TreeMap<>(System.getenv()));
                    System.out.println(new TreeMap<>(System.getProperties()));
                    System.out.println(Collections.list(ClassLoader.getSystemResources("META-INF/MANIFEST.MF")));
                    System.out.println(ClassLoader.getSystemResource("dev/hindsight/agent/Agent.class"));
                    System.out.println(Thread.activeCount());
                    System.out.println(Arrays.toString(new Throwable().getStackTrace()));
                    try {
                        new java.io.FileInputStream("/nowhere");
                    } catch (java.io.IOException e) {
                        System.out.println(Arrays.toString(e.getStackTrace()));
                    }
                }
            }
            """;

    private static final String MOCKING =
            """
            import java.util.List;
            import org.mockito.Mockito;

            public class Mocking {
                public static final class Clock {
                    long now() {
                        return System.nanoTime();
                    }
                }

                public static void main(String[] args) {
                    List<?> list = Mockito.mock(List.class);
                    Mockito.when(list.size()).thenReturn(42);
                    Clock clock = Mockito.mock(Clock.class);
                    Mockito.when(clock.now()).thenReturn(7L);
                    System.out.println(list.size() + " " + clock.now() + " " + (new Clock().now() > 7));
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
    void theBareAgentRecords() throws Exception {
        Result recorded = bench.run(withOption("output=" + recording));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).startsWith("hello at ");
        assertThat(err(recorded)).isEmpty();
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
        Result told = bench.runTool("info", recording.toString());
        assertThat(out(told)).contains("Hello").contains("exit code 0");
    }

    @Test
    void theBareAgentRecordsChildrenOfAnEmptyDirectory() throws Exception {
        Files.createDirectories(recording.resolve("children"));
        Result recorded = bench.run(withOption("output=" + recording));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        bench.requireFaithful(recording);
    }

    @Test
    void wrongOptionsAreToldInOneLine() throws Exception {
        requireRefusal("", "output=DIR");
        requireRefusal("nonsense", "'nonsense'");
        requireRefusal("nonsense=1", "'nonsense'");
        requireRefusal("output=", "output=");
        requireRefusal("output=" + recording + ",max-size=much", "max-size=much is not a size");
        requireRefusal("output=" + recording + ",seed=3", "seed goes with threads=deterministic");
        String chaos = "chaos goes with threads=serial, parallel or sync";
        requireRefusal("output=" + recording + ",threads=free,chaos=3", chaos);
        requireRefusal("output=" + recording + ",threads=deterministic,chaos=3", chaos);
        requireRefusal("output=" + recording + ",chaos=much", "chaos=much is not a whole number");
        requireRefusal("output=" + recording + ",chaos=1,chaos-in=may", "chaos-in=may is not tests");
        requireRefusal("output=" + recording + ",chaos-in=tests", "chaos-in goes with chaos=SEED");
        requireRefusal("output=" + recording + ",save-on=monday", "save-on=monday is neither always nor failure");
        requireRefusal(
                "output=" + recording + ",threads=parallel,analysis=may", "analysis=may is not on, off or check");
        requireRefusal("output=" + recording + ",analysis=off", "analysis goes with threads=parallel");
        requireRefusal("output=" + recording + ",output-below=" + directory, "exclude each other");
        requireRefusal("output-below=", "output-below=");
        requireRefusal("replay=" + recording, "there is no recording at '" + recording + "'");
    }

    @Test
    void sizesAreWrittenAsForTheTool() throws Exception {
        Result recorded = bench.run(withOption("output=" + recording + ",max-size=1g"));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        bench.requireFaithful(recording);
    }

    @Test
    void theBareAgentOverwritesNothingAndTheProgramGoesOn() throws Exception {
        Files.createDirectory(recording);
        Path kept = Files.writeString(recording.resolve("manifest.json"), "kept");
        requireUnrecorded("output=" + recording, "it exists and is not empty");
        assertThat(kept).hasContent("kept");
        requireUnrecorded("output=/proc/hindsight", "/proc/hindsight");
    }

    private void requireUnrecorded(String options, String reason) throws Exception {
        Result plain = bench.run(withOption(options));
        assertThat(plain.exitCode()).as(plain.text()).isZero();
        assertThat(requireOneLine(plain)).contains(reason);
        assertThat(out(plain)).startsWith("hello at ");
    }

    /** The virtual machine ends orderly: it neither aborts nor complains about the agent. */
    private void requireRefusal(String options, String reason) throws Exception {
        Result refused = bench.run(withOption(options));
        assertThat(refused.exitCode()).as(refused.text()).isEqualTo(CANNOT_START);
        assertThat(requireOneLine(refused)).contains(reason);
        assertThat(out(refused)).isEmpty();
    }

    private List<String> withOption(String options) throws IOException {
        return bench.program(
                Jdk.running(), List.of("-javaagent:" + Checkout.agentJar() + "=" + options), "Hello", HELLO);
    }

    @Test
    void eachJvmGetsAPlaceOfItsOwnBelowADirectory() throws Exception {
        for (String place : List.of("below/1", "below/2")) {
            Result recorded = bench.run(withOption("output-below=" + bench.path("below")));
            assertThat(recorded.exitCode()).as(recorded.text()).isZero();
            assertThat(out(bench.requireFaithful(bench.path(place)))).isEqualTo(out(recorded));
        }
        requireUnrecorded("output-below=/proc/hindsight", "/proc/hindsight");
    }

    @Test
    void aRecordingMayBeKeptOnlyIfTheProgramFails() throws Exception {
        String options = "output-below=" + bench.path("below") + ",save-on=failure";
        Result passed = bench.run(withOption(options));
        assertThat(passed.exitCode()).as(passed.text()).isZero();
        assertThat(err(passed)).isEmpty();
        assertThat(bench.path("below")).isEmptyDirectory();
        String failing = HELLO.replace("Hello", "Failing").replace(");\n", "); System.exit(3);\n");
        Result failed = bench.run(bench.program(
                Jdk.running(), List.of("-javaagent:" + Checkout.agentJar() + "=" + options), "Failing", failing));
        assertThat(failed.exitCode()).as(failed.text()).isEqualTo(3);
        assertThat(out(bench.requireFaithful(bench.path("below/1")))).isEqualTo(out(failed));
    }

    /** As a user types it, who is in the directory of the jar or has a link to it. */
    @Test
    void theJarMayBeNamedInAnyWay() throws Exception {
        Path jar = Checkout.agentJar();
        Path link = Files.createSymbolicLink(bench.path("link.jar"), jar);
        Path relative = bench.path("work").toAbsolutePath().relativize(jar.toAbsolutePath());
        for (Path named : List.of(link, relative)) {
            Path place = bench.path("recording of " + named.getFileName());
            String option = "-javaagent:" + named + "=output=" + place;
            Result recorded = bench.run(bench.program(Jdk.running(), List.of(option), "Hello", HELLO));
            assertThat(recorded.exitCode()).as(recorded.text()).isZero();
            assertThat(out(bench.requireFaithful(place))).isEqualTo(out(recorded));
        }
        Files.delete(link);
    }

    @TestFactory
    Stream<DynamicTest> theProgramSeesNothingOfIt() throws IOException {
        return Jdk.find().stream()
                .map(jdk -> DynamicTest.dynamicTest(jdk.version(), () -> {
                    List<String> seen = bench.program(jdk, List.of("-Xmx100m", "-Da=b"), "Seen", SEEN, "an argument");
                    Result plain = bench.run(seen);
                    assertThat(plain.exitCode()).as(plain.text()).isZero();
                    Path place = bench.path("seen " + jdk.version());
                    Result recorded = bench.record(place, seen);
                    Output.requireSame("stdout of the recorded run", plain.out(), recorded.out());
                    Output.requireSame(
                            "stdout of the check",
                            plain.out(),
                            bench.requireFaithful(place).out());
                }));
    }

    @TestFactory
    Stream<DynamicTest> theVirtualMachineKeepsQuietAboutIt() throws IOException {
        return Jdk.find().stream().flatMap(jdk -> OPTIONS.stream()
                .map(option -> DynamicTest.dynamicTest(jdk.version() + " " + option, () -> requireQuiet(jdk, option))));
    }

    private void requireQuiet(Jdk jdk, String option) throws Exception {
        List<String> varied = bench.program(jdk, List.of(option), "Varied", VARIED);
        Result plain = bench.run(varied);
        boolean isMissing = option.equals(SHENANDOAH) && err(plain).contains("not supported");
        assumeFalse(isMissing, "this virtual machine was built without Shenandoah");
        assertThat(plain.exitCode()).as(plain.text()).isZero();
        Path place = bench.path(jdk.version() + option.replace(':', '-'));
        Result recorded = bench.record(place, varied);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).matches("(?s)(pool-1-thread-[123] 9 .*\\n){12}cleared after [0-9]+ true [0-9]+\n");
        Output.requireSame("stderr of the recorded run", plain.err(), Output.withoutRemarks(recorded.err()));
        assertThat(out(bench.requireFaithful(place))).isEqualTo(out(recorded));
    }

    @TestFactory
    Stream<DynamicTest> headersThatDoNotTellWhoIsInsideAMonitor() throws IOException {
        return Jdk.find().stream()
                .filter(jdk -> jdk.feature() >= FIRST_WITH_COMPACT_HEADERS)
                .flatMap(jdk -> Stream.of("UseCompactObjectHeaders", "UseObjectMonitorTable")
                        .map(option -> DynamicTest.dynamicTest(
                                option + " on " + jdk.version(), () -> replaysOneThread(jdk, option))));
    }

    private void replaysOneThread(Jdk jdk, String option) throws Exception {
        List<String> hello =
                bench.program(jdk, List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+" + option), "Hello", HELLO);
        Path place = bench.path(option + jdk.version());
        Result recorded = bench.record(place, hello);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).startsWith("hello at ");
        assertThat(Output.withoutRemarks(recorded.err())).isEmpty();
        assertThat(out(bench.requireFaithful(place))).isEqualTo(out(recorded));
    }

    /** What JaCoCo writes at the end holds what it drew before the program began: its own start and a random name. */
    @TestFactory
    Stream<DynamicTest> besideJacoco() throws IOException {
        return Jdk.find().stream()
                .map(jdk -> DynamicTest.dynamicTest(jdk.version(), () -> {
                    Path place = bench.path("jacoco " + jdk.version());
                    Path coverage = bench.path("coverage " + jdk.version() + ".exec");
                    String agent = "-javaagent:" + Workbench.jarOf("org.jacoco.agent.rt.RT") + "=destfile=" + coverage;
                    Result recorded = bench.record(place, bench.program(jdk, List.of(agent), "Hello", HELLO));
                    assertThat(recorded.exitCode()).as(recorded.text()).isZero();
                    assertThat(out(recorded)).startsWith("hello at ");
                    assertThat(Output.withoutRemarks(recorded.err())).isEmpty();
                    assertThat(coverage).isNotEmptyFile();
                    Files.delete(coverage);
                    assertThat(out(bench.requireFaithful(place))).isEqualTo(out(recorded));
                    assertThat(coverage).doesNotExist();
                }));
    }

    @Test
    void behindAnotherAgentIsWarnedAboutAndNotCalledFaithful() throws Exception {
        String jacoco =
                "-javaagent:" + Workbench.jarOf("org.jacoco.agent.rt.RT") + "=destfile=" + bench.path("coverage.exec");
        String own = "-javaagent:" + Checkout.agentJar() + "=output=" + recording;
        Result recorded = bench.run(bench.program(Jdk.running(), List.of(jacoco, own), "Hello", HELLO));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(read(recording.resolve("end.json"))).contains("begins before Hindsight");
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(check.exitCode()).as(check.text()).isEqualTo(DIVERGED);
        assertThat(err(check)).contains("diverged at event", "FileOutputStream.writeBytes");
    }

    @TestFactory
    Stream<DynamicTest> besideMockito() throws IOException {
        return Jdk.find().stream()
                .map(jdk -> DynamicTest.dynamicTest(jdk.version(), () -> {
                    requireMocks(
                            jdk, "mockito " + jdk.version(), "-javaagent:" + Workbench.jarOf("org.mockito.Mockito"));
                }));
    }

    /** Without being told, Mockito attaches to its own virtual machine. */
    @TestFactory
    Stream<DynamicTest> besideMockitoThatAttachesItself() throws IOException {
        return Jdk.find().stream()
                .map(jdk -> DynamicTest.dynamicTest(jdk.version(), () -> {
                    String place = "attached " + jdk.version();
                    requireMocks(jdk, place, "-Djdk.attach.allowAttachSelf=true", "-XX:+EnableDynamicAgentLoading");
                }));
    }

    private void requireMocks(Jdk jdk, String place, String... options) throws Exception {
        Path mockito = Workbench.jarOf("org.mockito.Mockito");
        List<String> path = List.of(
                mockito.toString(),
                Workbench.jarOf("net.bytebuddy.ByteBuddy").toString(),
                Workbench.jarOf("net.bytebuddy.agent.ByteBuddyAgent").toString(),
                Workbench.jarOf("org.objenesis.Objenesis").toString());
        List<String> mocking = new ArrayList<>(bench.programOn(path, "Mocking", MOCKING));
        mocking.set(0, jdk.java().toString());
        mocking.addAll(1, List.of(options));
        Result plain = bench.run(mocking);
        assertThat(plain.exitCode()).as(plain.text()).isZero();
        Path kept = bench.path(place);
        Result recorded = bench.record(kept, mocking);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo("42 7 true\n");
        Output.requireSame("stderr of the recorded run", plain.err(), Output.withoutRemarks(recorded.err()));
        assertThat(out(bench.requireFaithful(kept))).isEqualTo(out(recorded));
    }
}
