package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.trace.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LsCommandTest {
    @TempDir
    Path directory;

    @Test
    void theNewestRecordingComesLast() throws IOException {
        new SyntheticRecording(directory.resolve("b"))
                .manifest("createdMillis", SyntheticRecording.CREATED_MILLIS + 1000)
                .end("exitCode", 0L)
                .end("events", 12345L)
                .write();
        new SyntheticRecording(directory.resolve("sub/c"))
                .manifest("createdMillis", SyntheticRecording.CREATED_MILLIS + 2000)
                .write();
        new SyntheticRecording(directory.resolve("a"))
                .end("exitCode", 1L)
                .end("kind", "exit")
                .write();
        Path broken = new SyntheticRecording(directory.resolve("broken")).write();
        Files.writeString(broken.resolve("manifest.json"), "{}");
        List<RecordingList.Row> rows = RecordingList.below(directory);
        String table = String.join("\n", RecordingList.lines(rows, ZoneOffset.UTC)) + "\n";
        Golden.check("ls/table.txt", table.replace(directory.toString(), "DIR"));
    }

    @Test
    void anEmptyDirectoryIsNoMistake() {
        Cli ls = Cli.run("ls", directory);
        assertThat(ls.exitCode()).isZero();
        assertThat(ls.err()).startsWith("hindsight: no recordings in ");
        assertThat(Cli.run("ls", "--json", directory).out()).isEqualTo("[]\n");
    }

    /** A tool that was killed while it waited for a failure left it. */
    @Test
    void aRunThatWasNotKeptIsNoRecording() throws IOException {
        new SyntheticRecording(directory.resolve("a.unfinished-123/recording")).write();
        new SyntheticRecording(directory.resolve("b")).write();
        assertThat(RecordingList.below(directory))
                .extracting(RecordingList.Row::name)
                .containsExactly("b");
    }

    @Test
    void jsonHoldsTheSame() throws IOException {
        new SyntheticRecording(directory.resolve("a")).end("exitCode", 3L).write();
        assertThat(Json.parse(Cli.run("ls", "--json", directory).out()).toString())
                .contains("name=a", "program=a.Main", "exitCode=3", "state=ended");
    }
}
