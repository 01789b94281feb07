package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hindsight.trace.CorruptRecordingException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReplayOutcomeTest {
    @Test
    void theStatusFileIsRead() throws IOException {
        assertThat(ReplayOutcome.parse(
                        "{\"outcome\":\"ended\",\"events\":7,\"threads\":2,\"message\":\"killed\",\"exitCode\":1}"))
                .isEqualTo(new ReplayOutcome(ReplayOutcome.Verdict.ENDED, 7, 2, "killed", 1));
    }

    @Test
    void anUnknownOutcomeIsNotTakenForAGoodOne() {
        assertThatThrownBy(() -> ReplayOutcome.parse("{\"outcome\":\"fine\"}"))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("the replayer reported an unknown outcome: fine");
    }

    @Test
    void withoutAFileThereIsNoOutcome(@TempDir Path directory) throws IOException {
        assertThat(ReplayOutcome.read(directory.resolve("status.json"))).isEmpty();
    }
}
