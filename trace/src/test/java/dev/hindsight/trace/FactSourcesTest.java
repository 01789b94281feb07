package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactSourcesTest {
    private static final byte[] FACTS = {1, 2, 3};

    @TempDir
    Path directory;

    private Path classes;
    private Path kept;

    @BeforeEach
    void prepare() throws IOException {
        classes = Files.createDirectories(directory.resolve("classes/a"));
        Files.writeString(classes.resolve("A.class"), "a");
        kept = directory.resolve("kept");
        Files.write(kept, FactSources.bytes(List.of(directory.resolve("classes").toFile()), FACTS));
    }

    private byte[] open() throws IOException {
        try (InputStream in = FactSources.open(kept.toFile())) {
            return in == null ? null : in.readAllBytes();
        }
    }

    @Test
    void aChangeIsNoticed() throws IOException {
        assertThat(open()).containsExactly(FACTS);
        Path added = Files.writeString(classes.resolve("B.class"), "b");
        assertThat(open()).isNull();
        Files.delete(added);
        assertThat(open()).containsExactly(FACTS);
        Files.move(classes.resolve("A.class"), classes.resolve("B.class"));
        assertThat(open()).isNull();
    }

    @Test
    void damageIsNoticed() throws IOException {
        byte[] bytes = Files.readAllBytes(kept);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] ^= 4;
            Files.write(kept, bytes);
            assertThat(open()).as("byte " + i).isNull();
            bytes[i] ^= 4;
        }
        Files.write(kept, List.of());
        assertThat(FactSources.open(directory.resolve("missing").toFile())).isNull();
    }

    @Test
    void linksThatLeadInCircles() throws IOException {
        Files.createSymbolicLink(classes.resolve("here"), Path.of("."));
        Files.createSymbolicLink(classes.resolve("up"), Path.of(".."));
        Files.createSymbolicLink(classes.resolve("B.class"), Path.of("A.class"));
        Files.createSymbolicLink(directory.resolve("link"), Path.of("classes"));
        File link = directory.resolve("link").toFile();
        assertThat(FactSources.files(link))
                .containsExactlyInAnyOrder(new File(link, "a/A.class"), new File(link, "a/B.class"));
    }

    @Test
    void tooManyFiles() throws IOException {
        File all = directory.resolve("classes").toFile();
        assertThat(FactSources.files(all, 3)).hasSize(1);
        Files.writeString(classes.resolve("B.class"), "b");
        assertThat(FactSources.files(all, 3)).isNull();
    }
}
