package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.hindsight.e2e.Command.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replay runs with the heap, the collector and the options of the recording, wherever these came from. */
@Execution(ExecutionMode.CONCURRENT)
class JvmOptionsTest {
    private static final String OPEN = "--add-opens=java.base/java.util=ALL-UNNAMED";

    private static final int OLDEST = 17;
    private static final int FIRST_WITH_COMPACT_HEADERS = 25;
    private static final int NEWEST = Integer.MAX_VALUE;

    @TempDir
    static Path directory;

    /**
     * Some options and what the program then prints.
     *
     * @param variables of the environment; at replay they have other values
     * @param argumentFile what the file {@code options} holds
     */
    private record Setting(
            String name,
            int oldestJdk,
            int newestJdk,
            Map<String, String> variables,
            String argumentFile,
            List<String> options,
            List<String> printed) {}

    private static final List<Setting> SETTINGS = List.of(
            new Setting(
                    "command line",
                    OLDEST,
                    FIRST_WITH_COMPACT_HEADERS - 1,
                    Map.of(),
                    "",
                    List.of(
                            "-XX:+UseZGC",
                            "--enable-preview",
                            "-Da.property=of two words",
                            "--add-opens",
                            "java.base/java.util=ALL-UNNAMED"),
                    List.of(
                            "options [-XX:+UseZGC, --enable-preview, -Da.property=of two words, " + OPEN + "]",
                            "collector ZGC",
                            "a.property=of two words",
                            "open 1\n",
                            "assertions false",
                            "deep stack false")),
            new Setting(
                    "command line with compact headers",
                    FIRST_WITH_COMPACT_HEADERS,
                    NEWEST,
                    Map.of(),
                    "",
                    List.of("-XX:+UseCompactObjectHeaders", "-XX:+UseZGC", "--enable-preview", "-Da.property=b"),
                    List.of(
                            "options [-XX:+UseCompactObjectHeaders, -XX:+UseZGC, --enable-preview, -Da.property=b]",
                            "collector ZGC",
                            "open Unable to make")),
            new Setting(
                    "argument file",
                    OLDEST,
                    NEWEST,
                    Map.of(),
                    "-XX:+UseSerialGC -Xmx52m # a comment\n-Da.property=\"of two words\"\n-ea\n" + OPEN + "\n",
                    List.of("@options", "-Xss32m"),
                    List.of(
                            "collector MarkSweepCompact",
                            "a.property=of two words",
                            "assertions true",
                            "open 1\n",
                            "deep stack true")),
            new Setting(
                    "variables",
                    OLDEST,
                    NEWEST,
                    Map.of(
                            "JAVA_TOOL_OPTIONS",
                            "-XX:+UseParallelGC -Xmx56m -Da.property=tool",
                            "JDK_JAVA_OPTIONS",
                            "-Danother.property=\"of two words\" -ea @options"),
                    OPEN,
                    List.of("-Xss32m"),
                    List.of(
                            "collector PS MarkSweep",
                            "a.property=tool",
                            "another.property=of two words",
                            "assertions true",
                            "open 1\n",
                            "deep stack true",
                            "JAVA_TOOL_OPTIONS -XX:+UseParallelGC")));

    @TestFactory
    Stream<DynamicTest> replayIsToldTheSame() throws IOException {
        List<Jdk> jdks = Jdk.find();
        return SETTINGS.stream().flatMap(setting -> jdks.stream()
                .filter(jdk -> jdk.feature() >= setting.oldestJdk && jdk.feature() <= setting.newestJdk)
                .map(jdk -> dynamicTest(setting.name + " on JDK " + jdk.version(), () -> requireSame(setting, jdk))));
    }

    private static void requireSame(Setting setting, Jdk jdk) throws Exception {
        Workbench bench = bench(jdk);
        Path work = Files.createDirectories(bench.path("work"));
        Path options = Files.writeString(work.resolve("options"), setting.argumentFile);
        List<String> program = program(bench, jdk, setting.options);
        Map<String, String> environment = World.environmentOfRecording();
        environment.putAll(setting.variables);
        Path recording = bench.path("recording");
        Result recorded = new Command(
                        bench.recordCommand(recording, program),
                        work,
                        environment,
                        Optional.empty(),
                        Program.Streams.SEPARATE)
                .run();
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(Workbench.out(recorded)).contains(setting.printed).contains("arguments [an argument]");
        Files.delete(options);
        requireReplays(bench, recording, recorded);
    }

    /** Three times, in an environment that says something else. */
    private static void requireReplays(Workbench bench, Path recording, Result recorded) throws Exception {
        Map<String, String> other = World.environmentOfReplay();
        List<Map<String, String>> environments = new ArrayList<>(List.of(other, new HashMap<>(other), other));
        // The tool is a JVM, too, and has to live with it.
        environments.get(1).put("JAVA_TOOL_OPTIONS", "-XX:+UseParallelGC -Xmx200m -Da.property=other");
        for (Map<String, String> environment : environments) {
            Result check = elsewhere(bench, bench.tool("replay", "--check", recording.toString()), environment);
            assertThat(check.exitCode()).as(check.text()).isZero();
            Output.requireSame("stdout of the check", recorded.out(), check.out());
        }
    }

    /** A JVM that sees one processor takes another collector than one that sees two. */
    @TestFactory
    Stream<DynamicTest> whatTheMachineChoseIsKept() throws IOException {
        return Jdk.find().stream()
                .map(jdk -> dynamicTest("JDK " + jdk.version(), () -> {
                    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "there is only one processor");
                    assumeTrue(hasTaskset(), "there is no 'taskset' (util-linux) to take processors away");
                    Workbench bench = bench(jdk);
                    Path recording = bench.path("recording");
                    Result recorded = bench.record(recording, program(bench, jdk, List.of()));
                    assertThat(Workbench.out(recorded)).as(recorded.text()).contains("collector G1 ", "options []");
                    List<String> check = new ArrayList<>(List.of("taskset", "-c", firstProcessor()));
                    check.addAll(bench.tool("replay", "--check", recording.toString()));
                    Result checked = elsewhere(bench, check, World.environmentOfReplay());
                    assertThat(checked.exitCode()).as(checked.text()).isZero();
                    Output.requireSame("stdout of the check", recorded.out(), checked.out());
                }));
    }

    private static boolean hasTaskset() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, "taskset")));
    }

    /** The first of those that this process may use. */
    private static String firstProcessor() throws IOException {
        String list = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElseThrow();
        return list.substring(list.indexOf(':') + 1).strip().split("[-,]")[0];
    }

    private static Workbench bench(Jdk jdk) throws IOException {
        return new Workbench(Files.createTempDirectory(directory, "jdk" + jdk.feature()));
    }

    private static List<String> program(Workbench bench, Jdk jdk, List<String> options) throws IOException {
        Path source = Checkout.programs().resolve("launch/Settings/Settings.java");
        return bench.program(jdk, options, "Settings", Files.readString(source), "an argument");
    }

    private static Result elsewhere(Workbench bench, List<String> words, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path other = Files.createDirectories(bench.path("elsewhere"));
        return new Command(words, other, environment, Optional.empty(), Program.Streams.SEPARATE).run();
    }
}
