package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.session.RunWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FailureCriteriaTest {
    private static final FailureCriteria CRITERIA = new FailureCriteria(Optional.empty(), OptionalLong.of(9));

    @TempDir
    Path directory;

    @Test
    void aRunThatEndsWellDoesNotFail() throws IOException {
        assertThat(judge(ended(0), 0, RunWatch.End.BY_ITSELF)).isEmpty();
    }

    @Test
    void anExitCodeIsAFailure() throws IOException {
        assertThat(judge(ended(3), 3, RunWatch.End.BY_ITSELF)).containsExactly("exit code 3");
        assertThat(judge(ended(0), 3, RunWatch.End.BY_ITSELF))
                .as("that of a script")
                .containsExactly("exit code 3");
    }

    @Test
    void anExceptionInAnyThreadIsAFailure() throws IOException {
        assertThat(judge(ended(0).end("uncaught", List.of(thrown("w", "a.B: c\n\tat x"))), 0, RunWatch.End.BY_ITSELF))
                .containsExactly("uncaught exception in thread w: a.B: c");
        assertThat(judge(ended(1).end("exception", "a.B: c\n\tat x"), 1, RunWatch.End.BY_ITSELF))
                .containsExactly("uncaught exception in thread main: a.B: c");
    }

    @Test
    void whatTheProgramHandlesIsNoFailure() throws IOException {
        Map<String, Object> handled = Map.of("thread", "w", "stack", "a.B", "handled", true);
        assertThat(judge(
                        ended(0).end("uncaught", List.of(handled))
                                .end("exception", "a.B")
                                .end("handled", true),
                        0,
                        RunWatch.End.BY_ITSELF))
                .isEmpty();
    }

    @Test
    void aDeadlockIsAFailureEvenIfTheProgramEnded() throws IOException {
        assertThat(judge(ended(0).end("stuck", List.of("deadlock: a", "deadlock: b")), 0, RunWatch.End.BY_ITSELF))
                .containsExactly("deadlock: a", "deadlock: b");
        assertThat(judge(ended(143), 143, RunWatch.End.STANDSTILL)).containsExactly("threads can never go on");
    }

    @Test
    void aDeadlockSaysMoreThanThatItTookLong() throws IOException {
        SyntheticRecording recording =
                ended(143).end("stuck", List.of("deadlock: a")).end("where", List.of("'main' at B"));
        assertThat(judge(recording, 143, RunWatch.End.TIMEOUT))
                .containsExactly("deadlock: a", "it took longer than 9 s", "'main' at B");
    }

    @Test
    void aHangSaysWhereThreadsWere() throws IOException {
        assertThat(judge(ended(143).end("where", List.of("'main' at A.b(A.java:1)")), 143, RunWatch.End.TIMEOUT))
                .containsExactly("it took longer than 9 s", "'main' at A.b(A.java:1)");
    }

    /** Although the script that started it ended well. */
    @Test
    void aJvmThatWasKilledHasFailed() throws IOException {
        assertThat(judge(new SyntheticRecording(directory), 0, RunWatch.End.BY_ITSELF))
                .containsExactly("the program was killed");
    }

    @Test
    void furtherJvmsCountAsWell() throws IOException {
        Path first = ended(0).write();
        new SyntheticRecording(first.resolve("children/1"))
                .end("exitCode", 0L)
                .end("uncaught", List.of(thrown("w", "a.B")))
                .write();
        new SyntheticRecording(first.resolve("children/2")).write();
        assertThat(CRITERIA.judge(first, 0, RunWatch.End.BY_ITSELF, Optional.empty()))
                .containsExactly("uncaught exception in thread w: a.B");
    }

    @Test
    void whatTheRecordingHasOfTheOutputIsSearched() throws IOException {
        Path recording = ended(0).returned("java.io.FileOutputStream", "writeBytes", 1, "all is well\nan ERR")
                .returned("java.io.FileOutputStream", "writeBytes", 2, "quiet\n")
                .returned("java.io.FileOutputStream", "writeBytes", 1, "OR\n")
                .write();
        assertThat(searching("ERROR", recording)).containsExactly("it printed: an ERROR");
        assertThat(searching("^quiet$", recording)).containsExactly("it printed: quiet");
        assertThat(searching("WARN", recording)).isEmpty();
    }

    private static List<String> searching(String regex, Path recording) throws IOException {
        return new FailureCriteria(Optional.of(Pattern.compile(regex)), OptionalLong.empty())
                .judge(recording, 0, RunWatch.End.BY_ITSELF, Optional.empty());
    }

    private static List<String> judge(SyntheticRecording recording, int exitCode, RunWatch.End end) throws IOException {
        return CRITERIA.judge(recording.write(), exitCode, end, Optional.empty());
    }

    private SyntheticRecording ended(long exitCode) {
        return new SyntheticRecording(directory).end("exitCode", exitCode);
    }

    private static Map<String, Object> thrown(String thread, String stack) {
        return Map.of("thread", thread, "stack", stack);
    }
}
