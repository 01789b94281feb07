package dev.hindsight.app;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Chooses the directory of a recording for users who named none. */
final class RecordingPlace {
    static final Path PARENT = Path.of("hindsight-recordings");
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private RecordingPlace() {}

    /** Removes the parent if nothing is in it. */
    static void removeEmptyParent() throws IOException {
        try {
            Files.deleteIfExists(PARENT);
        } catch (DirectoryNotEmptyException e) {
            return;
        }
    }

    /** A directory below the parent that does not exist yet. */
    static Path choose(Path parent, List<String> command, LocalDateTime now) {
        String name = ProgramName.of(command) + "-" + STAMP.format(now);
        Path place = parent.resolve(name);
        for (int n = 2; Files.exists(place); n++) {
            place = parent.resolve(name + "-" + n);
        }
        return place;
    }
}
