package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import dev.hindsight.trace.Json;
import dev.hindsight.trace.Recording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is found out about a program before it is recorded. */
class AnalysisTest extends OnEachJdk {
    private static final int FAILED = 1;
    private static final int RECORDING = 3;
    private static final int NOT_EXECUTABLE = 126;

    /** Two fields, of which one changes; one method that the JDK calls. */
    private static final String COUNTS =
            """
            public class Counts implements Runnable {
                private int start;
                private int count;

                Counts(int start) {
                    this.start = start;
                }

                @Override
                public void run() {
                    for (int i = 0; i < 50_000; i++) {
                        count = next(i);
                    }
                }

                private int next(int i) {
                    return count * 31 + start + i;
                }

                public static void main(String[] args) throws Exception {
                    Counts counts = new Counts(3);
                    Thread[] threads = {new Thread(counts), new Thread(counts)};
                    for (Thread thread : threads) {
                        thread.start();
                    }
                    for (Thread thread : threads) {
                        thread.join();
                    }
                    System.out.println("counted " + counts.count);
                }
            }
            """;

    @ParameterizedTest
    @MethodSource("jdks")
    void tellsWhatItFoundAndDoesNotRunTheProgram(Jdk jdk) throws Exception {
        List<String> program = bench.program(jdk, List.of(), "Counts", COUNTS);
        Result analyzed = tool(program, "analyze", "--json");
        assertThat(analyzed.exitCode()).as(err(analyzed)).isZero();
        Map<String, Object> found = Json.parseObject(out(analyzed));
        assertThat(found)
                .containsEntry("classes", 1L)
                .containsEntry("fields", 2L)
                .containsEntry("constantFields", 1L)
                .containsEntry("methods", 2L)
                .containsEntry("methodsNotCalledByJdk", 1L)
                .containsKey("millis");
        assertThat(out(tool(program, "analyze")))
                .matches("classes +1 +in \\d.\\d s\nfields +2 +that are not final; of these\n +1 +never change .*\n"
                        + "methods +2 +of which\n +1 +are called by the program alone\n");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aRecordingKeepsWhatItReliedOn(Jdk jdk) throws Exception {
        List<String> program = bench.program(jdk, List.of(), "Counts", COUNTS);
        Result recorded = record(program);
        byte[] facts = Files.readAllBytes(recording.resolve(Recording.FACTS));
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
        assertThat(out(bench.runTool("info", recording.toString()))).contains(", parallel, analyzed ahead\n");
        assertThat(out(bench.runTool("info", "--json", recording.toString()))).containsPattern("\"analysis\": ?\"on\"");
        facts[facts.length - 3] ^= 1;
        Files.write(recording.resolve(Recording.FACTS), facts);
        Result damaged = bench.runTool("replay", recording.toString());
        assertThat(damaged.exitCode()).as(err(damaged)).isEqualTo(RECORDING);
        assertThat(err(damaged)).contains("facts is damaged");
        Files.delete(recording.resolve(Recording.FACTS));
        Result missing = bench.runTool("replay", recording.toString());
        assertThat(missing.exitCode()).as(err(missing)).isEqualTo(RECORDING);
        assertThat(err(missing)).contains("facts");
    }

    @Test
    void changedClassesAreLookedAtAgain() throws Exception {
        Result first = record(bench.program("Counts", COUNTS));
        byte[] before = Files.readAllBytes(recording.resolve(Recording.FACTS));
        recording = bench.path("second");
        Result second = record(bench.program("Counts", COUNTS.replace("count * 31 + start", "count * 31 + start++")));
        assertThat(Files.readAllBytes(recording.resolve(Recording.FACTS))).isNotEqualTo(before);
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(second)).isNotEqualTo(out(first));
    }

    @Test
    void canBeLeftOut() throws Exception {
        Result recorded = record(bench.program("Counts", COUNTS), "--analysis", "off");
        assertThat(recording.resolve(Recording.FACTS)).doesNotExist();
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
    }

    /** The script that starts the tool keeps such variables from the tool's own JVM. */
    @Test
    void theClassPathMayStandInAVariable() throws Exception {
        List<String> program = bench.program("Counts", COUNTS);
        List<String> words = bench.tool("record", "-o", recording.toString(), "--threads", "parallel", "--");
        words.addAll(List.of(program.get(0), "Counts"));
        Map<String, String> environment = new HashMap<>(World.environmentOfRecording());
        String options = String.join(" ", program.subList(1, program.size() - 1));
        environment.put("HINDSIGHT_HIDDEN_JDK_JAVA_OPTIONS", options);
        Path work = Files.createDirectories(bench.path("work"));
        Result recorded = new Command(words, work, environment, Optional.empty(), Program.Streams.SEPARATE).run();
        assertThat(recorded.exitCode()).as(err(recorded)).isZero();
        assertThat(recording.resolve(Recording.FACTS)).exists();
    }

    @Test
    void saysThatThereWasNothingToCheck() throws Exception {
        List<String> program = bench.program("Counts", COUNTS);
        String command =
                String.join(" ", program.stream().map(word -> "'" + word + "'").toList());
        List<String> script = List.of("sh", "-c", command.replace(program.get(0), "java"));
        Result recorded = record(script, "--analysis", "check");
        assertThat(err(recorded)).contains("nothing was checked");
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
    }

    @Test
    void saysWhatItCannotLookAt() throws Exception {
        Result script = bench.runTool("analyze", "sh", "-c", "true");
        assertThat(script.exitCode()).isEqualTo(NOT_EXECUTABLE);
        assertThat(Workbench.requireOneLine(script)).contains("'sh' is no java command");
        String java = bench.jdk().java().toString();
        Path nothing = Files.createDirectories(bench.path("nothing"));
        Result empty = bench.runTool("analyze", java, "-cp", nothing.toString(), "Main");
        assertThat(empty.exitCode()).isEqualTo(FAILED);
        assertThat(Workbench.requireOneLine(empty)).contains("no classes").contains(nothing.toString());
        Result module = bench.runTool("analyze", java, "-m", "jdk.compiler/com.sun.tools.javac.Main");
        assertThat(module.exitCode()).isEqualTo(FAILED);
        assertThat(Workbench.requireOneLine(module)).contains("modules are not looked at");
        Result wrong = bench.runTool("analyze", java, "-XX:NoSuchOption", "Main");
        assertThat(wrong.exitCode()).isEqualTo(FAILED);
        assertThat(Workbench.requireOneLine(wrong))
                .contains("java ended before")
                .contains("NoSuchOption");
    }

    private Result record(List<String> program, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("record", "-o", recording.toString(), "--threads", "parallel"));
        words.addAll(List.of(options));
        Result recorded = tool(program, words.toArray(new String[0]));
        assertThat(recorded.exitCode()).as(err(recorded)).isZero();
        return recorded;
    }

    private Result tool(List<String> program, String... words) throws Exception {
        List<String> all = bench.tool(words);
        all.add("--");
        all.addAll(program);
        return bench.run(all);
    }
}
