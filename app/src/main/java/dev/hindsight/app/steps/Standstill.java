package dev.hindsight.app.steps;

import java.util.List;
import java.util.Optional;

/**
 * A thread that could not go on, as the recording tells it.
 *
 * @param told what it waits for
 * @param last what it did last, mostly the call that did not return; empty if nothing of it was kept
 */
public record Standstill(String told, Optional<Step> last) {
    /** @param lines what the recording tells, a line for each thread with its name between quotes first */
    public static List<Standstill> of(Steps steps, List<String> lines) {
        return lines.stream()
                .map(line -> {
                    String told = line.replaceFirst("^(no thread can go on|deadlock): ", "");
                    return new Standstill(told, last(steps, told));
                })
                .toList();
    }

    /** @param ended whether the program ended by itself, so that something let them go on, or nobody waited for them */
    public static String title(boolean ended) {
        return ended
                ? "these threads could not go on for a time, and the program ended all the same"
                : "these threads cannot go on";
    }

    private static Optional<Step> last(Steps steps, String told) {
        Step last = null;
        for (Step step : steps.kept()) {
            last = told.startsWith("'" + steps.threads().get(step.thread()) + "' ") ? step : last;
        }
        return Optional.ofNullable(last);
    }
}
