package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DraftDirectoryTest {
    @TempDir
    Path directory;

    @Test
    void nothingIsLeftOfRunsThatAreNotKept() throws Exception {
        Path target = directory.resolve("a/b/r");
        try (DraftDirectory draft = DraftDirectory.beside(target)) {
            run(draft, "one");
            draft.clear();
            assertThat(entries(draft.recording().getParent())).isEmpty();
            run(draft, "two");
        }
        assertThat(entries(directory.resolve("a/b"))).isEmpty();
    }

    @Test
    void theLastRunIsKept() throws Exception {
        Path target = directory.resolve("r");
        try (DraftDirectory draft = DraftDirectory.beside(target)) {
            assertThat(entries(directory)).as("what a killed tool leaves").allMatch(DraftDirectory::isDraft);
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(draft.recording().getParent())))
                    .isEqualTo("rwx------");
            run(draft, "one");
            draft.clear();
            run(draft, "two");
            assertThat(draft.keepAs(target)).isTrue();
        }
        assertThat(entries(directory)).containsExactly(target);
        assertThat(target.resolve("manifest.json")).hasContent("two");
        assertThat(DraftDirectory.isDraft(target)).isFalse();
    }

    @Test
    void anEmptyDirectoryIsFree() throws Exception {
        Path target = Files.createDirectory(directory.resolve("r"));
        try (DraftDirectory draft = DraftDirectory.beside(target)) {
            run(draft, "one");
            assertThat(draft.keepAs(target)).isTrue();
        }
        assertThat(target.resolve("manifest.json")).hasContent("one");
    }

    @Test
    void whatIsThereIsNotTouched() throws Exception {
        Path target = Files.createDirectory(directory.resolve("r"));
        Path mine = Files.writeString(target.resolve("mine"), "x");
        assertThatThrownBy(() -> DraftDirectory.beside(target))
                .isInstanceOf(SessionException.class)
                .hasMessageContaining("exists and is not empty");
        assertThat(entries(directory)).containsExactly(target);
        assertThat(mine).hasContent("x");
    }

    @Test
    void aPlaceThatIsTakenMeanwhileKeepsWhatItHas() throws Exception {
        Path target = directory.resolve("r");
        Path draftOne;
        try (DraftDirectory draft = DraftDirectory.beside(target)) {
            run(draft, "one");
            Files.createDirectory(target);
            Files.writeString(target.resolve("mine"), "x");
            assertThat(draft.keepAs(target)).isFalse();
            draft.leave();
            draftOne = draft.recording();
        }
        assertThat(target.resolve("mine")).hasContent("x");
        assertThat(draftOne.resolve("manifest.json")).hasContent("one");
    }

    private static void run(DraftDirectory draft, String text) throws IOException {
        Files.createDirectory(draft.recording());
        Files.writeString(draft.recording().resolve("manifest.json"), text);
        Files.writeString(draft.out(), "out");
        Files.writeString(draft.err(), "err");
        Files.createFile(draft.standstill());
        Files.createFile(draft.seen());
    }

    private static List<Path> entries(Path parent) throws IOException {
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.toList();
        }
    }
}
