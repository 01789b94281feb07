package dev.hindsight.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumberedPlacesTest {
    @TempDir
    Path directory;

    @Test
    void thePlaceIsTheFirstThatIsFree() throws IOException {
        File home = directory.resolve("a/b").toFile();
        assertThat(NumberedPlaces.claim(home)).isEqualTo(new File(home, "1")).isEmptyDirectory();
        assertThat(NumberedPlaces.claim(home)).isEqualTo(new File(home, "2"));
        assertThat(NumberedPlaces.claim(home)).isEqualTo(new File(home, "3"));
        Files.delete(home.toPath().resolve("2"));
        assertThat(NumberedPlaces.claim(home)).isEqualTo(new File(home, "2"));
    }

    @Test
    void thereIsNoneInAFile() throws IOException {
        assertThat(NumberedPlaces.claim(
                        Files.createFile(directory.resolve("file")).toFile()))
                .isNull();
    }

    @Test
    void nobodyGetsAnothersPlace() {
        File home = directory.resolve("shared").toFile();
        Set<File> places = ConcurrentHashMap.newKeySet();
        List<Boolean> alone = IntStream.range(0, 200)
                .parallel()
                .mapToObj(i -> places.add(NumberedPlaces.claim(home)))
                .toList();
        assertThat(alone).containsOnly(true);
    }
}
