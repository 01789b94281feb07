package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.session.RecordSession;
import dev.hindsight.trace.Json;
import dev.hindsight.trace.Sealed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FailureTest {
    @TempDir
    Path directory;

    @Test
    void whatWasToldIsNotSaidAgain() {
        Failure failure = new Failure(List.of("deadlock: a", "deadlock: b", "it took longer than 9 s"));
        assertThat(failure.without(List.of())).isEqualTo(failure.why());
        assertThat(failure.without(List.of("deadlock: a", "deadlock: b")))
                .containsExactly("deadlock, as said above", "it took longer than 9 s");
    }

    @Test
    void listsAndPortraitsSayWhyARunFailed() throws IOException {
        Path recording = failed(0, "it printed: an ERROR", "more");
        assertThat(table()).contains("exit code 0, failed: it printed: an ERROR\n");
        Cli info = Cli.run("info", recording);
        assertThat(info.out()).containsPattern("failed +it printed: an ERROR\n").doesNotContain("more");
        for (String json : List.of(
                Cli.run("ls", "--json", directory).out(),
                Cli.run("info", "--json", recording).out())) {
            assertThat(Json.parse(json).toString()).contains("failure=[it printed: an ERROR, more]");
        }
    }

    @Test
    void anExitCodeIsNotSaidTwice() throws IOException {
        failed(3, "exit code 3");
        assertThat(table()).contains("exit code 3\n");
    }

    /** The recorder was asked for no judgement, or the disk was full. */
    @Test
    void aRecordingMayHaveNone() throws IOException {
        Path recording = new SyntheticRecording(directory.resolve("r"))
                .end("exitCode", 0L)
                .write();
        assertThat(Cli.run("info", recording).out()).doesNotContain("failed");
        Files.createFile(recording.resolve(RecordSession.FAILURE));
        assertThat(Cli.run("info", recording).out()).doesNotContain("failed");
        Files.writeString(recording.resolve(RecordSession.FAILURE), Sealed.json(Map.of("why", List.of(1L))));
        assertThat(Cli.run("info", recording).err()).contains("failure.json: a line is something else");
    }

    private Path failed(long exitCode, String... why) throws IOException {
        Path recording = new SyntheticRecording(directory.resolve("r"))
                .end("exitCode", exitCode)
                .write();
        Files.writeString(recording.resolve(RecordSession.FAILURE), Sealed.json(Map.of("why", List.of(why))));
        return recording;
    }

    private String table() throws IOException {
        return String.join("\n", RecordingList.lines(RecordingList.below(directory), ZoneOffset.UTC)) + "\n";
    }
}
