package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MistakesTest {
    @TempDir
    Path directory;

    private final StringBuilder transcript = new StringBuilder();

    @Test
    void wrongCommandLinesGetOneLineEach() throws IOException {
        fails(ExitCode.USAGE, "fly");
        fails(ExitCode.USAGE, "record");
        fails(ExitCode.USAGE, "record", "-cp", "classes", "Main");
        fails(ExitCode.USAGE, "record", "--threads", "wild", "java", "Main");
        fails(ExitCode.USAGE, "record", "--analysis", "on", "java", "Main");
        fails(ExitCode.USAGE, "record", "--threads", "parallel", "--analysis", "maybe", "java", "Main");
        fails(ExitCode.USAGE, "analyze");
        fails(ExitCode.NOT_FOUND, "analyze", "no-such-command-anywhere");
        fails(ExitCode.USAGE, "record", "--seed", "7", "java", "Main");
        fails(ExitCode.USAGE, "record", "--chaos", "--threads", "free", "java", "Main");
        fails(ExitCode.USAGE, "record", "--chaos=1", "--threads", "deterministic", "--seed", "7", "java", "Main");
        fails(ExitCode.USAGE, "record", "--chaos=much", "java", "Main");
        fails(ExitCode.USAGE, "record", "--max-size", "3x", "java", "Main");
        fails(ExitCode.USAGE, "record", "--max-size", "999999999999T", "java", "Main");
        fails(ExitCode.USAGE, "record", "--until-failure=often", "java", "Main");
        fails(ExitCode.USAGE, "record", "--until-failure", "0", "java", "Main");
        fails(ExitCode.USAGE, "record", "--until-failure", "--save-on", "always", "java", "Main");
        fails(ExitCode.USAGE, "record", "--save-on", "sunday", "java", "Main");
        fails(ExitCode.USAGE, "record", "--timeout", "5", "java", "Main");
        fails(ExitCode.USAGE, "record", "--save-on", "failure", "--timeout", "0", "java", "Main");
        fails(ExitCode.USAGE, "record", "--failure-pattern", "x", "java", "Main");
        fails(ExitCode.USAGE, "record", "--until-failure", "--failure-pattern", "(x", "java", "Main");
        fails(ExitCode.NOT_FOUND, "record", "--until-failure", "5", "-o", "never-made", "no-such-command-anywhere");
        fails(ExitCode.NOT_FOUND, "record", "no-such-command-anywhere");
        fails(ExitCode.NOT_FOUND, "record", "--until-failure", "often", "java", "Main");
        fails(ExitCode.NOT_FOUND, "record", "--chaos", "much", "java", "Main");
        fails(ExitCode.USAGE, "replay");
        fails(ExitCode.USAGE, "replay", "a", "b");
        fails(ExitCode.USAGE, "replay", "--debug=often", "a");
        fails(ExitCode.USAGE, "replay", "--from-start", "a");
        fails(ExitCode.USAGE, "dump", "--limit", "many", "a");
        fails(ExitCode.USAGE, "dump", "--limit", "-1", "a");
        fails(ExitCode.USAGE, "dump", "--stream", "stdin", "--json", "a");
        fails(ExitCode.USAGE, "dump", "--stream", "stdin", "--limit", "1", "a");
        fails(ExitCode.USAGE, "dump", "--stream", "--json", "a");
        fails(ExitCode.USAGE, "dump", "a", "--thread");
        fails(ExitCode.USAGE, "dump", "--thread", "9999999999", "a");
        fails(ExitCode.USAGE, "info", "--json=yes", "a");
        fails(ExitCode.USAGE, "info", "--xml", "a");
        fails(ExitCode.USAGE, "info", "-x", "a");
        fails(ExitCode.USAGE, "info", "--json", "a", "--json");
        fails(ExitCode.USAGE, "report");
        fails(ExitCode.USAGE, "report", "--steps", "1000001", "a");
        fails(ExitCode.USAGE, "report", "--source", "no-such-directory", "a");
        fails(ExitCode.USAGE, "threads", "--around", "#999999999999999999999", "a");
        fails(ExitCode.USAGE, "threads", "--around", "@999999999999999999999", "a");
        fails(ExitCode.USAGE, "threads", "--around", "999999999999999999999", "a");
        fails(ExitCode.USAGE, "threads", "--around", "#", "a");
        fails(ExitCode.USAGE, "threads", "--around=", "a");
        fails(ExitCode.USAGE, "threads", "--at", "Main.java:12", "a");
        fails(ExitCode.USAGE, "threads", "--at", "7", "--around", "9", "a");
        fails(ExitCode.USAGE, "scrub", "a");
        fails(ExitCode.USAGE, "demo", "a");
        fails(ExitCode.USAGE, "--json", "info");
        fails(ExitCode.USAGE, "help", "fly");
        fails(ExitCode.USAGE, "help", "record", "replay");
        fails(ExitCode.USAGE, "dump", "--limit", "-9223372036854775809", "a");
        Golden.check("mistakes/command-lines.txt", transcript.toString());
    }

    @Test
    void badRecordingsGetOneLineEach() throws IOException {
        fails(ExitCode.RECORDING, "info", directory.resolve("nowhere"));
        fails(ExitCode.RECORDING, "replay", directory);
        fails(ExitCode.RECORDING, "ls", directory.resolve("nowhere"));
        fails(ExitCode.RECORDING, "report", directory.resolve("nowhere"));

        Path newer = new SyntheticRecording(directory.resolve("newer"))
                .manifest("format", 7L)
                .write();
        fails(ExitCode.RECORDING, "replay", newer);

        Path broken = new SyntheticRecording(directory.resolve("broken")).write();
        Files.writeString(broken.resolve("manifest.json"), "{");
        fails(ExitCode.RECORDING, "info", broken);

        Path unclear = new SyntheticRecording(directory.resolve("unclear")).write();
        Files.writeString(unclear.resolve("command.json"), "{");
        fails(ExitCode.RECORDING, "info", unclear);

        Path foreign = new SyntheticRecording(directory.resolve("foreign")).write();
        Files.writeString(foreign.resolve("natives.txt"), "nonsense");
        fails(ExitCode.RECORDING, "dump", foreign);

        Path damaged = new SyntheticRecording(directory.resolve("damaged"))
                .returned("java.lang.System", "nanoTime", 1)
                .write();
        byte[] log = Files.readAllBytes(damaged.resolve("threads/0.log"));
        log[log.length - 1]++;
        Files.write(damaged.resolve("threads/0.log"), log);
        fails(ExitCode.RECORDING, "dump", damaged);
        fails(ExitCode.RECORDING, "info", damaged);

        Path incomplete = new SyntheticRecording(directory.resolve("incomplete")).write();
        Files.delete(incomplete.resolve("natives.txt"));
        fails(ExitCode.RECORDING, "info", incomplete);
        Golden.check("mistakes/recordings.txt", transcript.toString());
    }

    @Test
    void aDirectoryThatIsTakenIsNotTouched() throws IOException {
        Path file = Files.writeString(directory.resolve("mine"), "x");
        Cli record = Cli.run("record", "-o", directory, "sh", "-c", "exit 0");
        assertThat(record.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(file).hasContent("x");
    }

    @Test
    void aReportReplacesOnlyReports() throws IOException {
        Path recording = new SyntheticRecording(directory.resolve("recording")).write();
        Path mine = Files.writeString(directory.resolve("recording.html"), "<p>mine");
        fails(ExitCode.USAGE, "report", recording);
        fails(ExitCode.USAGE, "report", recording, "-o", directory);
        fails(ExitCode.USAGE, "report", recording, "-o", directory.resolve("nowhere/page.html"));
        Golden.check("mistakes/reports.txt", transcript.toString());
        assertThat(mine).hasContent("<p>mine");
    }

    private void fails(int exitCode, Object... arguments) {
        Cli result = Cli.run(arguments);
        for (Object argument : arguments) {
            transcript.append(argument).append(' ');
        }
        transcript
                .append("\n  ")
                .append(result.err().replace("\n", "\n  ").strip())
                .append('\n');
        int start = transcript.indexOf(directory.toString());
        while (start >= 0) {
            transcript.replace(start, start + directory.toString().length(), "DIR");
            start = transcript.indexOf(directory.toString());
        }
        assertThat(result.exitCode()).as(result.err()).isEqualTo(exitCode);
        assertThat(result.out()).isEmpty();
    }
}
