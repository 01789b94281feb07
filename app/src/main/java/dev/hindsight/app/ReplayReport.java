package dev.hindsight.app;

import dev.hindsight.session.ReplayOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the user is told when a replay has ended.
 *
 * @param lines for stderr
 */
record ReplayReport(List<String> lines, int exitCode) {
    private static final int SIGNALLED = 128;
    private static final List<Integer> INTERRUPTIONS = List.of(SIGNALLED + 1, SIGNALLED + 2, SIGNALLED + 15);

    /** Some lines quote the program. */
    ReplayReport {
        lines = lines.stream().map(Printable::lines).toList();
    }

    /** What the user wants to hear. */
    enum Tone {
        /** Only what went wrong; exit as the program did. */
        QUIET,
        /** The verdict in any case; exit with 0 if it is good. */
        CHECK
    }

    /**
     * @param jvmExitCode that of the replaying JVM itself
     * @param recorded the program's exit code; empty if it did not end by itself
     */
    static ReplayReport of(Optional<ReplayOutcome> outcome, int jvmExitCode, Optional<Integer> recorded, Tone tone) {
        if (outcome.isEmpty()) {
            return INTERRUPTIONS.contains(jvmExitCode)
                    ? new ReplayReport(List.of("hindsight: the replay was interrupted"), jvmExitCode)
                    : diverged("hindsight: the replay crashed: its JVM ended with exit code " + jvmExitCode
                            + " and without a verdict");
        }
        ReplayOutcome known = outcome.get();
        return switch (known.verdict()) {
            case FAITHFUL -> faithful(known, jvmExitCode, recorded.orElse(jvmExitCode), tone);
            case ENDED -> ended(known, tone);
            case DIVERGED ->
                diverged(known.message().startsWith("diverged") ? known.message() : "diverged: " + known.message());
            case DAMAGED ->
                new ReplayReport(
                        List.of("hindsight: the recording cannot be replayed: " + known.message()), ExitCode.RECORDING);
            case FAILED -> diverged("hindsight: the replay failed: " + known.message());
        };
    }

    /** The replayer reports before the JVM has ended; how it ends is compared here. */
    private static ReplayReport faithful(ReplayOutcome outcome, int actual, int expected, Tone tone) {
        if (actual != expected) {
            return diverged("diverged: the replaying JVM ended with exit code " + actual + " instead of " + expected
                    + ", after its last event");
        }
        return tone == Tone.CHECK
                ? new ReplayReport(withMessage(verdict(outcome), outcome.message()), ExitCode.OK)
                : new ReplayReport(outcome.message().lines().toList(), actual);
    }

    private static ReplayReport ended(ReplayOutcome outcome, Tone tone) {
        return tone == Tone.CHECK
                ? new ReplayReport(
                        withMessage(verdict(outcome) + ", up to where the recording ends", outcome.message()),
                        ExitCode.OK)
                : new ReplayReport(
                        withMessage(
                                "hindsight: the recording ends here, after " + Count.of(outcome.events(), "event"),
                                outcome.message()),
                        outcome.exitCode());
    }

    private static String verdict(ReplayOutcome outcome) {
        return "faithful: " + Count.of(outcome.events(), "event") + ", " + Count.of(outcome.threads(), "thread");
    }

    private static ReplayReport diverged(String message) {
        return new ReplayReport(message.lines().toList(), ExitCode.DIVERGENCE);
    }

    private static List<String> withMessage(String line, String message) {
        List<String> lines = new ArrayList<>(List.of(line));
        message.lines().filter(more -> !more.isBlank() && !more.equals(line)).forEach(lines::add);
        return lines;
    }
}
