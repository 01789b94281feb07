package dev.hindsight.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Finds the file that a command's first word stands for, as a shell does. */
final class Executable {
    private Executable() {}

    /** The file, which can be executed. */
    static Path resolve(String word, Map<String, String> environment) throws SessionException {
        if (word.indexOf('/') >= 0) {
            return check(word);
        }
        return inPath(word, environment)
                .orElseThrow(() -> new SessionException(
                        SessionException.Reason.NOT_FOUND,
                        "cannot start '" + word
                                + "': it is not in PATH; a whole command is needed, as in: java -cp classes Main"));
    }

    static Optional<Path> inPath(String word, Map<String, String> environment) {
        for (String directory : environment.getOrDefault("PATH", "").split(":")) {
            Path file = Path.of(directory.isEmpty() ? "." : directory).resolve(word);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    private static Path check(String word) throws SessionException {
        Path file = Path.of(word);
        if (!Files.exists(file)) {
            throw new SessionException(
                    SessionException.Reason.NOT_FOUND, "cannot start '" + word + "': there is no such file");
        }
        if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
            throw new SessionException(
                    SessionException.Reason.NOT_EXECUTABLE, "cannot start '" + word + "': it is not executable");
        }
        return file;
    }
}
