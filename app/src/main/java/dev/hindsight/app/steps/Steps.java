package dev.hindsight.app.steps;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was kept of a run.
 *
 * @param count how many steps there were; the last of them are kept
 * @param kept in the order in which they were done
 * @param threads their names, by number
 * @param threadObjects what they are as objects, by number
 * @param failure what went wrong; empty for nothing that ended a thread or a test
 * @param untold classes whose steps are missing, since they have no room for more code
 * @param contents of the objects of one step; empty if none was asked for
 */
public record Steps(
        long count,
        List<Step> kept,
        Map<Integer, String> threads,
        Map<Integer, String> threadObjects,
        Optional<Failure> failure,
        Set<String> untold,
        List<Content> contents) {
    /**
     * What an object held at the step that was asked for.
     *
     * @param parts its fields, elements or entries by their names, places or keys
     * @param left how many more it had
     */
    public record Content(String object, List<Map.Entry<String, String>> parts, long left) {}

    /** The thread that failed; 0 for none. */
    int failed() {
        return failure.map(Failure::thread).orElse(0);
    }

    /** Whether a step comes behind the one at which the run failed. */
    boolean isAfterFailure(Step step) {
        return failure.flatMap(Failure::step)
                .filter(failing -> step.number() > failing.number())
                .isPresent();
    }

    /** Whether there were steps before those that are kept. */
    boolean isCut() {
        return !kept.isEmpty() && kept.get(0).number() > 0;
    }

    /** What a thread is called, with its number if others have the same name. */
    public String threadName(int thread) {
        String name = threads.get(thread);
        boolean alone = threads.values().stream().filter(name::equals).count() == 1;
        return alone ? name : name + " (" + thread + ")";
    }
}
