package dev.hindsight.session;

import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How a replay went, in the words of the replayer.
 *
 * @param message for the user; may have several lines and may be empty
 * @param exitCode the one the program ended with
 */
public record ReplayOutcome(Verdict verdict, long events, long threads, String message, int exitCode) {

    /** Whether the replay did what the recording says. */
    public enum Verdict {
        FAITHFUL,
        DIVERGED,
        /** Faithful up to where the recording was cut. */
        ENDED,
        /** The recording could not be read any further. */
        DAMAGED,
        FAILED
    }

    /** The same with one more line for the user. */
    ReplayOutcome with(Optional<String> line) {
        return line.isEmpty()
                ? this
                : new ReplayOutcome(verdict, events, threads, (message + "\n" + line.get()).trim(), exitCode);
    }

    /** Reads a status file; empty if the replayer wrote none. */
    static Optional<ReplayOutcome> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return Optional.of(parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
    }

    static ReplayOutcome parse(String text) throws CorruptRecordingException {
        Map<String, Object> status = Json.parseObject(text);
        return new ReplayOutcome(
                verdict(String.valueOf(status.get("outcome"))),
                number(status.get("events")),
                number(status.get("threads")),
                status.get("message") instanceof String message ? message : "",
                (int) number(status.get("exitCode")));
    }

    private static Verdict verdict(String word) throws CorruptRecordingException {
        for (Verdict verdict : Verdict.values()) {
            if (verdict.name().toLowerCase(Locale.ROOT).equals(word)) {
                return verdict;
            }
        }
        throw new CorruptRecordingException("the replayer reported an unknown outcome: " + word);
    }

    private static long number(Object value) {
        return value instanceof Long number ? number : 0;
    }
}
