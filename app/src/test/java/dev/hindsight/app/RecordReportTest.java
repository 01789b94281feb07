package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordReportTest {
    @TempDir
    Path directory;

    @Test
    void oneLineSaysWhatWasRecorded() throws IOException {
        assertThat(lines(recording().end("exitCode", 7L)))
                .containsExactly("recorded 5 events, 1 thread, 1 KB in my rec (exit code 7);"
                        + " replay: hindsight replay 'my rec'");
    }

    @Test
    void theExitCodeOfTheJvmIsSaidIfTheCommandHasAnother() throws IOException {
        assertThat(lines(recording().end("exitCode", 0L)))
                .containsExactly("recorded 5 events, 1 thread, 1 KB in my rec (exit code 7, of the recorded JVM 0);"
                        + " replay: hindsight replay 'my rec'");
    }

    @Test
    void whatEndangersTheReplayIsSaidLoudly() throws IOException {
        assertThat(lines(recording().end("threads", 3L).end("stopped", "the disk is full")))
                .containsExactly(
                        "WARNING: recording stopped early: the disk is full; the replay will end at that point",
                        "the program did not end by itself; the recording holds what was written until then",
                        "WARNING: the program used 3 threads (main, a, b, c, d, …), whose order is not recorded:"
                                + " the replay may diverge; record with --threads serial to replay it, or to be told why"
                                + " this JVM cannot",
                        "recorded 0 events, 3 threads, 1 KB in my rec (exit code 7, 2 warnings);"
                                + " replay: hindsight replay 'my rec'");
    }

    @Test
    void aShutdownHookIsNoDanger() throws IOException {
        assertThat(lines(recording().end("threads", 2L).end("exitCode", 7L).end("sequential", true)))
                .containsExactly("recorded 5 events, 2 threads, 1 KB in my rec (exit code 7);"
                        + " replay: hindsight replay 'my rec'");
    }

    @Test
    void theSeedOfChaosIsSaid() throws IOException {
        assertThat(lines(recording().manifest("chaos", 42L).end("exitCode", 7L)))
                .containsExactly("recorded 5 events, 1 thread, 1 KB in my rec (exit code 7, chaos seed 42);"
                        + " replay: hindsight replay 'my rec'");
    }

    @Test
    void whatAReplayCannotDoIsSaid() throws IOException {
        assertThat(lines(recording()
                        .end("warnings", List.of("Net.socket0 was called, which this version cannot replay"))))
                .startsWith("WARNING: Net.socket0 was called, which this version cannot replay");
    }

    private SyntheticRecording recording() {
        return new SyntheticRecording(directory).end("events", 5L).end("threads", 1L);
    }

    private static List<String> lines(SyntheticRecording recording) throws IOException {
        Summary summary = Summary.of(recording.open());
        Summary small = new Summary(
                summary.program(),
                summary.command(),
                summary.createdMillis(),
                summary.ending(),
                summary.events(),
                summary.places(),
                summary.threads(),
                900,
                summary.children(),
                summary.mode(),
                summary.chaos(),
                summary.scrubbed(),
                summary.failedTests(),
                summary.failure(),
                summary.warnings());
        return RecordReport.lines(small, List.of("main", "a", "b", "c", "d", "e"), Path.of("my rec"), 7);
    }
}
