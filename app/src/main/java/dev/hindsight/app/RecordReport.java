package dev.hindsight.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the user is told when a recorded program has ended. */
final class RecordReport {
    private RecordReport() {}

    private static final int SHOWN_THREADS = 5;
    private static final String WARNING = "WARNING: ";

    /**
     * Warnings first: the last line is the one that stays in view.
     *
     * @param threadNames in the order in which the threads started
     */
    static List<String> lines(Summary summary, List<String> threadNames, Path directory, int exitCode) {
        List<String> lines = new ArrayList<>();
        summary.ending()
                .stopped()
                .ifPresent(reason -> lines.add(
                        WARNING + "recording stopped early: " + reason + "; the replay will end at that point"));
        summary.warnings().forEach(warning -> lines.add(WARNING + Printable.line(warning)));
        if (summary.ending().state() != Ending.State.ENDED) {
            lines.add("the program did not end by itself; the recording holds what was written until then");
        }
        if (summary.hasUnorderedThreads()) {
            lines.add(WARNING + "the program used " + summary.threads() + " threads (" + names(threadNames) + "), "
                    + summary.unordered());
        }
        if (summary.children() > 0) {
            lines.add(Count.of(summary.children(), "further JVM") + " that the command started: see "
                    + directory.resolve("children"));
        }
        long warnings = lines.stream().filter(line -> line.startsWith(WARNING)).count();
        lines.add(
                "recorded " + Count.of(summary.events(), "event") + ", " + Count.of(summary.threads(), "thread") + ", "
                        + new ByteSize(summary.sizeBytes()) + " in " + directory + " (exit code " + exitCode
                        + jvmExitCode(summary, exitCode)
                        + (summary.chaos().isPresent()
                                ? ", chaos seed " + summary.chaos().getAsLong()
                                : "") + (warnings == 0 ? "" : ", " + Count.of(warnings, "warning"))
                        + "); replay: " + ToolWord.get() + " replay "
                        + ShellWords.quote(argument(directory)));
        return lines;
    }

    /** The directory so that it cannot be taken for an option. */
    private static String argument(Path directory) {
        return directory.toString().startsWith("-") ? "./" + directory : directory.toString();
    }

    /** A script may end with a code of its own; a replay ends with that of the JVM. */
    private static String jvmExitCode(Summary summary, int exitCode) {
        Optional<Integer> own = summary.ending().exitCode();
        return own.isPresent() && own.get() != exitCode ? ", of the recorded JVM " + own.get() : "";
    }

    private static String names(List<String> all) {
        List<String> shown = all.subList(0, Math.min(all.size(), SHOWN_THREADS));
        return Printable.line(String.join(", ", shown)) + (shown.size() < all.size() ? ", …" : "");
    }
}
