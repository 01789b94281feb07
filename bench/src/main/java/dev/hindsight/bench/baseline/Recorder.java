package dev.hindsight.bench.baseline;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Which baseline records, and what it may leave out.
 *
 * @param runs Light's O1: a thread's accesses to a location that nobody else uses between are one entry
 * @param guarded Light's O2: fields that one lock guards are not recorded
 * @param settled what a static analysis finds: fields that do not change once other threads can see them are not recorded
 */
record Recorder(Kind kind, boolean runs, boolean guarded, boolean settled, LogFile file) {
    /** The two that were published. */
    enum Kind {
        LEAP(LeapLog.class),
        LIGHT(LightLog.class);

        private final Class<? extends ThreadLog> log;

        Kind(Class<? extends ThreadLog> log) {
            this.log = log;
        }

        Class<? extends ThreadLog> log() {
            return log;
        }
    }

    private static final List<String> NAMES = List.of("leap", "light", "light-o1", "light-o1-o2", "light-o1-o2-static");
    /** Set once, before the program starts. */
    private static volatile Recorder installed;

    static Recorder of(String option) throws IOException {
        String[] words = option == null ? new String[0] : option.split("=", 2);
        if (words.length < 2 || !NAMES.contains(words[0])) {
            throw new IllegalArgumentException(
                    "the baseline agent takes " + String.join("=DIR, ", NAMES) + "=DIR, not '" + option + "'");
        }
        Kind kind = words[0].equals("leap") ? Kind.LEAP : Kind.LIGHT;
        return new Recorder(
                kind,
                words[0].contains("o1"),
                words[0].contains("o2"),
                words[0].contains("static"),
                new LogFile(Path.of(words[1]).resolve("log")));
    }

    static void install(Recorder recorder) {
        installed = recorder;
    }

    static Recorder get() {
        return installed;
    }

    ThreadLog newLog() {
        return kind == Kind.LEAP ? new LeapLog(file) : new LightLog(file, runs);
    }
}
