package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PrivateDirectoryTest {
    @TempDir
    Path directory;

    @Test
    void aRecordingIsForItsOwnerAlone() throws Exception {
        Path recording = directory.resolve("a/b");
        PrivateDirectory.forRecording(recording);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(recording)))
                .isEqualTo("rwx------");
    }

    @Test
    void anEmptyDirectoryMayBeUsed() throws Exception {
        PrivateDirectory.forRecording(directory);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void whatIsThereAlreadyIsNotTouched() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() -> PrivateDirectory.forRecording(directory))
                .isInstanceOf(SessionException.class)
                .hasMessage("cannot record into '" + directory
                        + "': it exists and is not empty; name another directory with -o");
        assertThatThrownBy(() -> PrivateDirectory.forRecording(file)).hasMessageContaining("it is a file");
        assertThatThrownBy(() -> PrivateDirectory.forRecording(file.resolve("below")))
                .isInstanceOf(SessionException.class);
        assertThat(file).hasContent("x");
    }

    @Test
    void deletingDoesNotFollowLinks() throws IOException {
        Path kept = Files.createFile(
                Files.createDirectory(directory.resolve("kept")).resolve("file"));
        Path doomed = Files.createDirectory(directory.resolve("doomed"));
        Files.createSymbolicLink(doomed.resolve("link"), kept.getParent());
        PrivateDirectory.delete(doomed);
        assertThat(doomed).doesNotExist();
        assertThat(kept).exists();
    }
}
