package dev.hindsight.bench.subject;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** A directory for one round of a subject: gone when the round ends, but for the checksum of its files. */
final class Scratch implements AutoCloseable {
    private final Path directory;

    Scratch(String name) throws IOException {
        directory = Files.createDirectory(Path.of(name));
    }

    Path directory() {
        return directory;
    }

    /** Adds the name and content of each file, in the order of their names. */
    void addTo(CRC32 checksum) throws IOException {
        for (Path file : files()) {
            checksum.update(directory.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
            checksum.update(Files.readAllBytes(file));
        }
    }

    List<Path> files() throws IOException {
        try (Stream<Path> entries = Files.walk(directory)) {
            return entries.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> entries = Files.walk(directory)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
