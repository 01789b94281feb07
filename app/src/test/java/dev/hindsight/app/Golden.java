package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares what users see with a file; {@code -Dgolden.refresh} writes the file instead. */
final class Golden {
    private static final Path DIRECTORY = Path.of("src/test/resources/dev/hindsight/app");

    private Golden() {}

    static void check(String name, String actual) throws IOException {
        Path file = DIRECTORY.resolve(name);
        if (System.getProperty("golden.refresh") != null) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(file));
    }
}
