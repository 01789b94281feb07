package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness itself can fail: it sees every difference that a wrong replay would make. */
class HarnessTest {
    @TempDir
    Path directory;

    /** Shell scripts that stand in for the tool; each can go wrong in its own way. */
    private record FakeDriver(String record, String replay, String check) implements Driver {
        static final String RECORD = "\"$@\"; code=$?; echo 'hindsight: recorded 1 events' >&2; exit $code";
        static final String REPLAY = "echo \"hello\"; exit 3";
        static final String CHECK = "echo \"hello\"; echo 'faithful: 1 event, 1 thread' >&2";

        @Override
        public List<String> record(Path recording, List<String> java) {
            List<String> words = new ArrayList<>(List.of("sh", "-c", record, "sh"));
            words.addAll(java);
            return words;
        }

        @Override
        public List<String> replay(Path recording) {
            return List.of("sh", "-c", replay);
        }

        @Override
        public List<String> check(Path recording) {
            return List.of("sh", "-c", check);
        }
    }

    @Test
    void aFaithfulReplayPasses() throws Exception {
        roundTrip(new FakeDriver(FakeDriver.RECORD, FakeDriver.REPLAY, FakeDriver.CHECK), "hello");
    }

    @Test
    void anotherExitCodeOfThePlainRunFails() {
        assertThatThrownBy(() -> roundTrip(driver("exit 0"), "exit 4"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("plain run should end with exit code 3: exit code 4");
    }

    @Test
    void anotherExitCodeOfTheRecordedRunFails() {
        assertThatThrownBy(() -> roundTrip(new FakeDriver("exit 1", "", ""), "hello"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("recorded run should end with exit code 3: exit code 1");
    }

    @Test
    void aRecordingThatSaysNothingFails() {
        assertThatThrownBy(() -> roundTrip(new FakeDriver("\"$@\"", "", ""), "hello"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("No line 'hindsight: recorded ");
    }

    @Test
    void aRecordingWithAWarningFails() {
        String warning = "echo 'hindsight: WARNING: something' >&2; " + FakeDriver.RECORD;
        assertThatThrownBy(() -> roundTrip(new FakeDriver(warning, "", ""), "hello"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Not to be said on stderr: hindsight: WARNING: something");
    }

    @Test
    void aRecordedRunThatPrintsMoreThanAPlainOneFails() {
        String noisy = "echo 'Picked up something' >&2; " + FakeDriver.RECORD;
        assertThatThrownBy(() -> roundTrip(new FakeDriver(noisy, "", ""), "hello"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("stderr of the recorded run differs at byte 0");
    }

    @Test
    void aReplayThatPrintsSomethingElseFails() {
        assertThatThrownBy(() -> roundTrip(driver(FakeDriver.CHECK.replace("hello", "hallo")), "hello"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("stdout of the first replay differs at byte 1, line 1");
    }

    @Test
    void aReplayThatPrintsLessFails() {
        assertThatThrownBy(() -> roundTrip(driver("echo 'faithful: 1 events' >&2"), "hello"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("stdout of the first replay differs at byte 0");
    }

    @Test
    void aDivergenceFails() {
        assertThatThrownBy(() -> roundTrip(driver("echo 'diverged: here' >&2; exit 125"), "hello"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("first replay should end with exit code 0: exit code 125")
                .hasMessageContaining("diverged: here");
    }

    @Test
    void aCheckWithoutAVerdictFails() {
        assertThatThrownBy(() -> roundTrip(driver("echo hello"), "hello"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no 'faithful: ...'");
    }

    @Test
    void aPlainReplayWithAnotherExitCodeFails() {
        FakeDriver driver = new FakeDriver(FakeDriver.RECORD, "echo hello; exit 0", FakeDriver.CHECK);
        assertThatThrownBy(() -> roundTrip(driver, "hello"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("third replay should end with exit code 3: exit code 0");
    }

    @Test
    void aReplayThatReadsTheRealFileFails() {
        FakeDriver driver = driver("cat ../work/file.txt; echo 'faithful: 1 events' >&2");
        assertThatThrownBy(() -> roundTrip(driver, "hello"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("This file was changed after the recording.");
    }

    @Test
    void theFirstDifferenceIsShownFromBothSides() {
        assertThatThrownBy(() -> Output.requireSame("stdout", bytes("same\none\nx"), bytes("same\ntwo\nx")))
                .hasMessage("stdout differs at byte 5, line 2 (expected 10 bytes, got 10)\n"
                        + "  expected: one\\nx\n  actual:   two\\nx");
        assertThatThrownBy(() -> Output.requireSame("stdout", bytes("same"), bytes("same and more")))
                .hasMessageContaining("differs at byte 4");
    }

    @Test
    void onlyLinesOfHindsightAreTakenOut() {
        assertThat(Output.withoutRemarks(bytes("a\nhindsight: recorded\nhindsight b\n")))
                .isEqualTo(bytes("a\nhindsight b\n"));
        assertThat(Output.withoutVerdict(bytes("faithful: mine\nfaithful: 1 events\n")))
                .isEqualTo(bytes("faithful: mine\n"));
        assertThat(Output.withoutVerdict(bytes("faithful: 1 events\n"))).isEmpty();
    }

    @Test
    void headersAreRead() {
        Program program = Program.parse(
                "P",
                directory,
                List.of("exit 3", "args: a \"b c\"", "jvm: -Xmx1m -Da=b", "stdin: x\\n\\u00e9\\t", "jdk: 21+"));
        assertThat(program.exitCode()).isEqualTo(3);
        assertThat(program.arguments()).containsExactly("a", "b c");
        assertThat(program.jvmOptions()).containsExactly("-Xmx1m", "-Da=b");
        assertThat(program.stdin()).contains("x\n\u00e9\t");
        assertThat(program.oldestJdk()).isEqualTo(21);
        assertThat(program.plainRun()).isEqualTo(Program.PlainRun.MAY_DIFFER);
        assertThat(Program.parse("P", directory, List.of("stdin: closed")).stdin())
                .isEqualTo(Optional.empty());
    }

    @Test
    void anUnknownHeaderFails() {
        assertThatThrownBy(() -> Program.parse("P", directory, List.of("exits 3")))
                .hasMessage("Program P has an unknown header: exits 3");
    }

    @Test
    void everyStressProgramCompiles() throws IOException {
        int newest = Jdk.find().stream().mapToInt(Jdk::feature).max().orElseThrow();
        List<Program> programs = Program.below(Checkout.stressPrograms()).stream()
                .filter(program -> program.oldestJdk() <= newest)
                .toList();
        new ProgramCompiler().compileAll(programs, directory);
    }

    @Test
    void theSameSeedMakesTheSameProgram() throws IOException {
        Program one = RandomProgram.write(directory.resolve("one"), 7);
        Program two = RandomProgram.write(directory.resolve("two"), 7);
        assertThat(two.source()).hasSameTextualContentAs(one.source());
    }

    @Test
    void aReplayThatFailsNowAndThenFails() {
        String everyOther =
                "if rm ../once 2>/dev/null; then %s; else touch ../once; exit 125; fi".formatted(FakeDriver.CHECK);
        assertThatThrownBy(() -> newRoundTrip(driver(everyOther), "hello").replayRepeatedly(4))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("2 of 4 replays of ")
                .hasMessageContaining("replay number 1 should end with exit code 0: exit code 125");
    }

    private static FakeDriver driver(String check) {
        return new FakeDriver(FakeDriver.RECORD, FakeDriver.REPLAY, check);
    }

    private void roundTrip(Driver driver, String line) throws Exception {
        newRoundTrip(driver, line).run();
    }

    /** A shell script stands in for java and its program: it prints {@code line}, or runs it if it is an exit. */
    private RoundTrip newRoundTrip(Driver driver, String line) throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path classes = Files.createDirectory(home.resolve("compiled"));
        Path folder = directory.resolve("fail/Fake");
        Files.createDirectories(folder.resolve("world"));
        Files.writeString(folder.resolve("world/file.txt"), "hello\n");
        Files.createDirectories(directory.resolve("jdk/bin"));
        Path java = Files.writeString(
                directory.resolve("jdk/bin/java"),
                "#!/bin/sh\n" + (line.startsWith("exit") ? line : "echo " + line) + "\nexit 3\n");
        if (!java.toFile().setExecutable(true)) {
            throw new IOException("Cannot make " + java + " executable");
        }
        Program program = Program.parse("Fake", folder, List.of("exit 3", "same-as-plain"));
        return new RoundTrip(program, new Jdk(directory.resolve("jdk"), "17"), driver, classes, home);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
