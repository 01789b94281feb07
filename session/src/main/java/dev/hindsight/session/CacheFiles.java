package dev.hindsight.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/** Removes from the cache what belongs to builds and JDKs that nobody has used for long. */
final class CacheFiles {
    private static final Duration KEPT = Duration.ofDays(30);
    private static final Duration NOTED = Duration.ofDays(1);
    private static final String OURS = "{agent-*.jar,agent-*.part,jdk-*.classes,jdk-*-programs,jdk-*-facts}";

    private CacheFiles() {}

    /** Notes that a file is in use; a cache that may only be read keeps what it has. */
    static void use(Path file) {
        try {
            if (isOlder(file, NOTED)) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            }
        } catch (IOException e) {
            return;
        }
    }

    /** What cannot be removed stays, and is no reason to fail. */
    static void removeUnused(Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, OURS)) {
            for (Path file : files) {
                if (isOlder(file, KEPT)) {
                    PrivateDirectory.delete(file);
                }
            }
        } catch (IOException e) {
            return;
        }
    }

    private static boolean isOlder(Path file, Duration age) throws IOException {
        return Files.getLastModifiedTime(file)
                .toInstant()
                .isBefore(Instant.now().minus(age));
    }
}
