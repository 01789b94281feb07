package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.trace.FailedTest;
import dev.hindsight.trace.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InfoCommandTest {
    @TempDir
    Path directory;

    @Test
    void aRunThatFailedIsDescribedWithItsStack() throws IOException {
        var recording = events().end("kind", "returned")
                .end("exitCode", 1L)
                .end("wallMillis", 75_000L)
                .end("events", 4L)
                .end("threads", 1L)
                .end("exception", "java.lang.IllegalStateException: \u001b[31mred\n\tat a.Main.main(Main.java:3)\n")
                .open();
        Golden.check("info/failed.txt", portrait(recording));
    }

    @Test
    void aRunThatWasKilledIsDescribedUpToThere() throws IOException {
        Golden.check("info/killed.txt", portrait(events().open()));
    }

    @Test
    void testsThatFailedAreNamed() throws IOException {
        Path recording = events().write();
        FailedTest test = new FailedTest(3, "a.ATest", "adds", "()V", "ATest.adds (2 of 5)", "Error: \u001b[31m2\n3");
        Files.writeString(recording.resolve("tests.json"), FailedTest.text(List.of(test)));
        assertThat(Cli.run("info", recording).out())
                .endsWith("\nfailed test: ATest.adds (2 of 5)\n  Error: \\u001b[31m2\n  3\n");
        assertThat(Json.parseObject(Cli.run("info", "--json", recording).out()).get("failedTests"))
                .isEqualTo(List.of(test.json()));
    }

    @Test
    void theProgramOfASourceLaunchIsItsFile() throws IOException {
        Path recording = events().manifest(
                        "launch",
                        Map.of(
                                "mode",
                                "source",
                                "target",
                                "jdk.compiler/com.sun.tools.javac.launcher.Main",
                                "mainClass",
                                "com.sun.tools.javac.launcher.Main",
                                "arguments",
                                List.of("scripts/Report.java", "today")))
                .write();
        assertThat(Cli.run("info", recording).out())
                .contains("program    Report.java\n", "command    java scripts/Report.java today\n");
    }

    @Test
    void whatEndedTheProgramIsNamed() throws IOException {
        assertThat(portrait(
                        events().end("kind", "SIGTERM").end("exitCode", 143L).open()))
                .contains("exit code 143 by SIGTERM");
    }

    @Test
    void whereThreadsWereIsShown() throws IOException {
        SyntheticRecording recording = events().end("kind", "SIGTERM")
                .end("exitCode", 143L)
                .end("where", List.of("'main' at a.Main.main(Main.java:3)", "'w' at a.W.run(W.java:4)"));
        assertThat(portrait(recording.open()))
                .contains("where threads were:\n  'main' at a.Main.main(Main.java:3)\n  'w' at a.W.run(W.java:4)\n");
    }

    @Test
    void aCutStreamIsMentioned() throws IOException {
        Path file = events().write().resolve("threads/0.log");
        byte[] log = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(log, log.length - 1));
        Cli info = Cli.run("info", directory);
        assertThat(info.exitCode()).isZero();
        assertThat(info.out()).contains("The recording was cut while it was written");
    }

    @Test
    void aProgramThatRunsIsNotCalledKilled() throws IOException {
        ProcessHandle self = ProcessHandle.current();
        Path running = events().manifest("pid", self.pid())
                .manifest(
                        "createdMillis",
                        self.info().startInstant().orElseThrow().toEpochMilli() + 500)
                .write();
        assertThat(Cli.run("info", running).out()).contains("still running");
    }

    @Test
    void aProcessThatOnlyHasTheSameNumberDoesNotCount() throws IOException {
        Path old = events().manifest("pid", ProcessHandle.current().pid()).write();
        assertThat(Cli.run("info", old).out()).contains("killed");
    }

    @Test
    void jsonHoldsTheSame() throws IOException {
        events().end("exitCode", 0L).end("stopped", "the disk is full").write();
        Map<String, Object> json =
                Json.parseObject(Cli.run("info", directory, "--json").out());
        assertThat(json)
                .containsEntry("program", "a.Main")
                .containsEntry("state", "ended")
                .containsEntry("exitCode", 0L)
                .containsEntry("stopped", "the disk is full")
                .containsEntry("events", 4L)
                .containsEntry("readBytes", 3L)
                .containsEntry("writtenBytes", 0L)
                .containsEntry(
                        "eventsByKind",
                        Map.of("System.nanoTime", 2L, "FileInputStream.open0", 1L, "FileInputStream.readBytes", 1L));
    }

    private SyntheticRecording events() {
        return new SyntheticRecording(directory)
                .returned("java.lang.System", "nanoTime", 1)
                .returned("java.io.FileInputStream", "open0", "/a", 4)
                .returned("java.io.FileInputStream", "readBytes", 4, 10, 3, "abc")
                .returned("java.lang.System", "nanoTime", 2);
    }

    private static String portrait(dev.hindsight.trace.Recording recording) throws IOException {
        Summary summary = Summary.of(recording);
        RecordingPortrait portrait = new RecordingPortrait(recording, summary, Traffic.of(recording));
        return String.join("\n", portrait.lines(ZoneOffset.UTC)) + "\n";
    }
}
