package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFilesTest {
    @TempDir
    Path directory;

    @Test
    void onlyWhatIsOursAndOldGoes() throws IOException {
        file("agent-1-2.jar", 31);
        file("jdk-a.classes", 31);
        file("jdk-a-turns.classes", 31);
        file("jdk-a-programs/b.classes", 31);
        file("notes.txt", 31);
        file("jdk-c.classes", 29);
        file("jdk-c-programs/d.classes", 29);
        CacheFiles.removeUnused(directory);
        try (var left = Files.list(directory)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("notes.txt", "jdk-c.classes", "jdk-c-programs");
        }
        assertThat(directory.resolve("jdk-c-programs/d.classes")).exists();
    }

    private void file(String name, int days) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        Path aged = file.getParent().equals(directory) ? file : file.getParent();
        Files.setLastModifiedTime(aged, FileTime.from(Instant.now().minus(Duration.ofDays(days))));
    }
}
