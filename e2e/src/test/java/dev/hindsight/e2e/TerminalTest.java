package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.hindsight.e2e.Command.Result;
import dev.hindsight.e2e.PseudoTerminal.Session;
import dev.hindsight.e2e.PseudoTerminal.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What is different at a terminal: programs that ask, and a line that shows how far a replay is. */
class TerminalTest {
    private static final int DIVERGED = 125;
    private static final String ERASE = "\r\u001b[K";
    private static final Pattern PROGRESS = Pattern.compile("replayed (\\d+) of (\\d+) events, (\\d+)%");

    private static final String PASSWORD = "se\u00e7ret 42";
    private static final List<Turn> TURNS = List.of(
            new Turn("bytes? ", "one\n"),
            new Turn("name of the user? ", "Zo\u00eb\n"),
            new Turn("password? ", PASSWORD + "\n"),
            new Turn("character? ", "xyz\n"),
            new Turn("more? ", PseudoTerminal.END),
            new Turn("last? ", PseudoTerminal.END));

    @TempDir
    Path directory;

    @BeforeEach
    void needTerminal() {
        PseudoTerminal.assume();
    }

    @TestFactory
    Stream<DynamicTest> aDialogueIsReplayedWithoutTerminalAndInput() throws IOException {
        return Jdk.find().stream()
                .map(jdk -> dynamicTest("JDK " + jdk.version(), () -> requireSameDialogue(bench(jdk), jdk)));
    }

    private void requireSameDialogue(Workbench bench, Jdk jdk) throws Exception {
        Path recording = bench.path("recording");
        List<String> program = program(bench, jdk, List.of(), "Dialogue");
        Session recorded = terminal(bench).run(bench.recordCommand(recording, program), "", TURNS);
        assertThat(recorded.exitCode()).as(recorded.screen()).isZero();
        assertThat(recorded.screen()).doesNotContain(PASSWORD).contains("it has 9 characters", "UTF-8 at ");
        String printed = withoutTyping(recorded.screen());
        for (Optional<String> input : List.of(Optional.<String>empty(), Optional.of("other\ninput\n"))) {
            Result check = elsewhere(bench, bench.tool("replay", "--check", recording.toString()), input);
            assertThat(check.exitCode()).as(check.text()).isZero();
            assertThat(Workbench.out(check)).isEqualTo(printed);
            assertThat(Workbench.err(check)).startsWith("faithful: ");
        }
        Session again = terminal(bench).run(bench.tool("replay", recording.toString()), "", List.of());
        assertThat(again.exitCode()).isZero();
        assertThat(withoutProgress(again.screen())).isEqualTo(printed);
    }

    /** What the program printed: the terminal shows what is typed as well, and the tool has the last word. */
    private static String withoutTyping(String screen) {
        String printed = screen.substring(0, screen.indexOf("hindsight: recorded "));
        for (Turn turn : TURNS) {
            printed = printed.replace(turn.prompt() + turn.answer(), turn.prompt());
        }
        return printed;
    }

    /** Newer releases have a second console, which calls natives of its own module. */
    @TestFactory
    Stream<DynamicTest> aConsoleOutsideTheBaseModuleIsNotCalledFaithful() throws IOException {
        return Jdk.find().stream()
                .filter(jdk -> jdk.feature() > 21)
                .map(jdk -> dynamicTest("JDK " + jdk.version(), () -> requireDivergence(bench(jdk), jdk)));
    }

    private void requireDivergence(Workbench bench, Jdk jdk) throws Exception {
        Path recording = bench.path("recording");
        String text = "public class Asks { public static void main(String[] a) { System.out.println(\"ready\");"
                + " System.out.println(System.console().readLine()); } }";
        List<String> program = bench.program(jdk, List.of("-Djdk.console=jdk.internal.le"), "Asks", text);
        List<Turn> turns = List.of(new Turn("ready", "Ada\n"));
        Session recorded = terminal(bench).run(bench.recordCommand(recording, program), "", turns);
        assertThat(recorded.exitCode()).as(recorded.screen()).isZero();
        Result check = elsewhere(bench, bench.tool("replay", "--check", recording.toString()), Optional.empty());
        assertThat(check.exitCode()).as(recorded.screen() + check.text()).isEqualTo(DIVERGED);
    }

    @TestFactory
    Stream<DynamicTest> progressIsShownToATerminal() throws IOException {
        return Jdk.find().stream()
                .map(jdk -> dynamicTest("JDK " + jdk.version(), () -> requireProgress(recordBusy(jdk))));
    }

    /** The program's output goes elsewhere, so that nothing but the line is on the terminal. */
    private static void requireProgress(Busy busy) throws Exception {
        Path out = busy.bench.path("watched.out");
        Session watched = terminal(busy.bench).run(busy.check(), ">" + out, List.of());
        assertThat(watched.exitCode()).as(watched.screen()).isZero();
        assertThat(out).hasContent(busy.printed);
        requireLine(watched.screen());
    }

    /** Whether there is a terminal the tool finds out, and it runs on one JDK only. */
    @Test
    void progressGivesWayToTheProgramAndIsNotShownElsewhere() throws Exception {
        Busy busy = recordBusy(Jdk.running());
        Session shared = terminal(busy.bench).run(busy.check(), "", List.of());
        assertThat(shared.exitCode()).as(shared.screen()).isZero();
        assertThat(shared.screen())
                .startsWith("begun\n" + ERASE + "replayed ")
                .contains(ERASE + busy.printed.substring("begun\n".length()));
        assertThat(withoutProgress(shared.screen())).startsWith(busy.printed + "faithful: ");

        Path err = busy.bench.path("unwatched.err");
        Session unwatched = terminal(busy.bench).run(busy.check(), "2>" + err, List.of());
        assertThat(unwatched.exitCode()).as(Workbench.read(err)).isZero();
        assertThat(unwatched.screen()).isEqualTo(busy.printed);
        assertThat(Workbench.read(err)).matches("faithful: \\d+ events, 1 thread\n");
    }

    /** What looks at steps takes longer still, and prints nothing of the program. */
    @Test
    void progressIsShownWhileStepsAreLookedAt() throws Exception {
        Workbench bench = bench(Jdk.running());
        Path recording = bench.path("recording");
        List<String> program = bench.program(
                "Counting",
                """
                public class Counting {
                    static int count;

                    public static void main(String[] args) {
                        System.out.println("begun");
                        while (count < 20_000_000) {
                            count++;
                        }
                        System.out.println(count);
                    }
                }
                """);
        assertThat(bench.record(recording, program).exitCode()).isZero();
        Path out = bench.path("threads.out");
        Session watched = terminal(bench).run(bench.tool("threads", recording.toString()), ">" + out, List.of());
        assertThat(watched.exitCode()).as(watched.screen()).isZero();
        assertThat(watched.screen()).containsPattern(PROGRESS).doesNotContain("begun");
    }

    /** A recording whose replay lasts. */
    private record Busy(Workbench bench, Path recording, String printed) {
        List<String> check() {
            return bench.tool("replay", "--check", recording.toString());
        }
    }

    private Busy recordBusy(Jdk jdk) throws IOException, InterruptedException {
        Workbench bench = bench(jdk);
        Path recording = bench.path("recording");
        Result recorded = bench.record(recording, program(bench, jdk, List.of(), "Busy"));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        return new Busy(bench, recording, Workbench.out(recorded));
    }

    private static String withoutProgress(String screen) {
        return screen.replaceAll(PROGRESS.pattern(), "").replace(ERASE, "");
    }

    /** A line that is drawn over and over, counts up to what the verdict says at most, and is gone in the end. */
    private static void requireLine(String screen) {
        int end = screen.lastIndexOf(ERASE);
        assertThat(end).as(screen).isPositive();
        String verdict = screen.substring(end + ERASE.length());
        assertThat(verdict).matches("faithful: \\d+ events, 1 thread\n");
        List<String> drawn = new ArrayList<>(List.of(screen.substring(0, end).split(Pattern.quote(ERASE))));
        assertThat(drawn.remove(0)).isEmpty();
        assertThat(drawn).as(screen).hasSizeGreaterThan(1).allMatch(PROGRESS.asMatchPredicate());
        long total = Long.parseLong(verdict.split(" ")[1]);
        List<Long> done = new ArrayList<>();
        for (String line : drawn) {
            MatchResult numbers = PROGRESS.matcher(line).results().findFirst().orElseThrow();
            done.add(Long.parseLong(numbers.group(1)));
            assertThat(Long.parseLong(numbers.group(2))).isEqualTo(total);
            assertThat(Long.parseLong(numbers.group(3))).isEqualTo(done.get(done.size() - 1) * 100 / total);
        }
        assertThat(done).isSorted().last().satisfies(last -> assertThat(last)
                .isGreaterThan(done.get(0))
                .isLessThanOrEqualTo(total));
    }

    private Workbench bench(Jdk jdk) throws IOException {
        return new Workbench(Files.createTempDirectory(directory, "jdk" + jdk.feature()));
    }

    private static List<String> program(Workbench bench, Jdk jdk, List<String> options, String name)
            throws IOException {
        Path source = Checkout.programs().resolve("launch").resolve(name).resolve(name + ".java");
        return bench.program(jdk, options, name, Files.readString(source));
    }

    private static PseudoTerminal terminal(Workbench bench) {
        return new PseudoTerminal(bench.path("."), World.environmentOfRecording());
    }

    private static Result elsewhere(Workbench bench, List<String> words, Optional<String> input)
            throws IOException, InterruptedException {
        Path other = Files.createDirectories(bench.path("elsewhere"));
        Map<String, String> environment = World.environmentOfReplay();
        return new Command(words, other, environment, input, Program.Streams.SEPARATE).run();
    }
}
