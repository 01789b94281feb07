package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedTestTest {
    private static final FailedTest ONE = new FailedTest(17, "a.B", "adds", "(I)V", "B.adds (1)", "expected: \"2\"\n3");
    private static final FailedTest WHOLE_CLASS = new FailedTest(0, "a.C", "", "", "C", "java.lang.Error");

    @TempDir
    Path directory;

    private Recording recording;

    @BeforeEach
    void record() throws IOException {
        Files.writeString(directory.resolve(Recording.MANIFEST), SampleRecording.manifest());
        Files.writeString(directory.resolve(Recording.TABLE), Sealed.table(""));
        recording = Recording.open(directory);
    }

    @Test
    void whatIsStoredIsRead() throws IOException {
        store(FailedTest.text(List.of(ONE, WHOLE_CLASS)));
        assertThat(FailedTest.of(recording)).containsExactly(ONE, WHOLE_CLASS);
    }

    @Test
    void mostRecordingsHaveNone() throws IOException {
        assertThat(FailedTest.of(recording)).isEmpty();
    }

    @Test
    void aChangedOneIsDamage() throws IOException {
        store(FailedTest.text(List.of(ONE)).replace("17", "18"));
        assertThatThrownBy(() -> FailedTest.of(recording))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessageContaining("tests.json");
    }

    @Test
    void oneThatLacksSomethingIsDamage() throws IOException {
        store(Sealed.json(Map.of("failed", List.of(Map.of("run", 1L)))));
        assertThatThrownBy(() -> FailedTest.of(recording))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessageContaining("tests.json");
    }

    private void store(String text) throws IOException {
        Files.writeString(directory.resolve(Recording.TESTS), text);
    }
}
