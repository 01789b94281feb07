package dev.hindsight.app;

import dev.hindsight.session.RecordSession;
import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.Sealed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Why a run failed, as it was judged when it had ended.
 *
 * @param why in lines of which the first says it; empty if nobody judged it
 */
record Failure(List<String> why) {
    private static final String EXIT_CODE = "exit code ";

    static Failure of(Recording recording) throws IOException {
        Path file = recording.directory().resolve(RecordSession.FAILURE);
        // A full disk may have left it empty.
        if (!Files.exists(file) || Files.size(file) == 0) {
            return new Failure(List.of());
        }
        List<String> why = new ArrayList<>();
        if (Sealed.read(file).get("why") instanceof List<?> list) {
            for (Object element : list) {
                if (!(element instanceof String line)) {
                    throw new CorruptRecordingException(RecordSession.FAILURE + ": a line is something else");
                }
                why.add(line);
            }
        }
        return new Failure(why);
    }

    Optional<String> head() {
        return why.stream().findFirst();
    }

    /** What is said about the end of a run, and this if it does not say that, too. */
    String behind(String ending) {
        return ending
                + head().filter(line -> !line.startsWith(EXIT_CODE))
                        .map(line -> ", failed: " + line)
                        .orElse("");
    }

    /** Its lines without those that the user has been told; what was told is named. */
    List<String> without(List<String> told) {
        List<String> lines = new ArrayList<>(why);
        if (!lines.removeAll(told)) {
            return lines;
        }
        String first = why.get(0);
        if (told.contains(first)) {
            lines.add(0, first.split(": ", 2)[0] + ", as said above");
        }
        return lines;
    }
}
