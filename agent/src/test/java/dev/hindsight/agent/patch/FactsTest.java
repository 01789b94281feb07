package dev.hindsight.agent.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hindsight.runtime.Links;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactsTest {
    @TempDir
    private Path directory;

    @Test
    void areReadAsTheyWereWritten() throws IOException {
        Facts facts = Facts.of(new long[] {
            Facts.of(Facts.OPEN, "a/B", "call", "()V"), Facts.of(Facts.PLAIN, "a/B", "x", "I"), Long.MIN_VALUE, -1
        });
        Facts read = Facts.read(write(facts.bytes()));
        assertThat(read.checksum()).isEqualTo(facts.checksum());
        assertThat(read.has(Facts.OPEN, "a/B", "call", "()V")).isTrue();
        assertThat(read.has(Facts.PLAIN, "a/B", "x", "I")).isTrue();
        assertThat(read.has(Facts.OPEN, "a/B", "x", "I")).isFalse();
    }

    @Test
    void damageIsNoticed() throws IOException {
        byte[] bytes = Facts.of(new long[] {1, 2, 3}).bytes();
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 4;
            assertThatThrownBy(() -> Facts.read(write(damaged)))
                    .as("byte %s", i)
                    .isInstanceOf(IOException.class);
        }
        byte[] cut = java.util.Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> Facts.read(write(cut))).isInstanceOf(IOException.class);
    }

    @Test
    void namesThatAreMadeOfTheSameLettersDiffer() {
        assertThat(Facts.of(Facts.OPEN, "a", "bc", "()V")).isNotEqualTo(Facts.of(Facts.OPEN, "ab", "c", "()V"));
        assertThat(Facts.of(Facts.OPEN, "a", "Aa", "()V")).isNotEqualTo(Facts.of(Facts.OPEN, "a", "BB", "()V"));
        assertThat(Facts.of(Facts.OPEN, "", "a", "()V")).isNotEqualTo(Facts.of(Facts.OPEN, "a", "", "()V"));
        assertThat(Links.member(Links.METHOD, "Aa", "()V")).isNotEqualTo(Links.member(Links.METHOD, "BB", "()V"));
    }

    private java.io.File write(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("facts"), bytes).toFile();
    }
}
