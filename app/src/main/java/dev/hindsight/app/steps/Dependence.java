package dev.hindsight.app.steps;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a failure depends on: what its thread looked at last, whose values that were, what those who wrote them had looked at
 * before, and so on.
 *
 * <p>Steps do not tell what a value was made from. So it is taken to be what the thread looked at shortly before: that may be too
 * much or too little, which is good enough to tell what to look at first.
 */
final class Dependence {
    /** How many looks of the failing thread count, and how many of a thread before it wrote. */
    private static final int LAST = 40;

    private static final int BEFORE = 4;
    private static final int MOST = 20_000;
    private static final int NONE = -1;

    private final List<Step> kept;
    /** By the place of a step, that of the look of its thread before it, and that of the change that a look saw. */
    private final int[] lookBefore;

    private final int[] seen;
    private final Set<Long> numbers = new HashSet<>();
    /** By what the failing thread looked at last, the change that it saw there. */
    private final Map<Long, Long> direct = new HashMap<>();

    private final Set<String> locations = new HashSet<>();

    private Dependence(List<Step> kept) {
        this.kept = kept;
        this.lookBefore = new int[kept.size()];
        this.seen = new int[kept.size()];
        Arrays.fill(seen, NONE);
    }

    static Dependence of(Steps steps) {
        Dependence found = new Dependence(steps.kept());
        found.link();
        steps.failure().flatMap(Failure::step).ifPresent(found::walk);
        return found;
    }

    private void link() {
        Map<Integer, Integer> looks = new HashMap<>();
        Map<String, Integer> changes = new HashMap<>();
        for (int i = 0; i < kept.size(); i++) {
            Step step = kept.get(i);
            lookBefore[i] = looks.getOrDefault(step.thread(), NONE);
            if (looks(step)) {
                looks.put(step.thread(), i);
                seen[i] = changes.getOrDefault(step.location(), NONE);
            }
            if ((step.kind() == Step.Kind.WRITE || usesValues(step)) && Races.changes(step)) {
                changes.put(step.location(), i);
            }
        }
    }

    private static boolean looks(Step step) {
        boolean reads = step.kind() == Step.Kind.READ && !step.site().isConstant();
        return (reads || usesValues(step)) && !Failure.isFramework(step);
    }

    /** Whether it calls something that holds values, as collections do. */
    private static boolean usesValues(Step step) {
        return step.kind() == Step.Kind.CALL
                && step.target().startsWith("java.")
                && !step.target().startsWith("java.util.concurrent.locks.")
                && !step.site().owner().startsWith("java.lang.");
    }

    private void walk(Step failing) {
        Deque<Integer> changes = new ArrayDeque<>();
        int at = kept.indexOf(failing);
        looks(looks(failing) ? at : lookBefore[at], LAST, changes);
        for (int i = 0; i <= at; i++) {
            if (seen[i] != NONE && numbers.contains(kept.get(i).number())) {
                direct.put(kept.get(i).number(), kept.get(seen[i]).number());
            }
        }
        while (!changes.isEmpty() && numbers.size() < MOST) {
            int change = changes.remove();
            looks(lookBefore[change], BEFORE, changes);
        }
    }

    private void looks(int from, int most, Deque<Integer> changes) {
        int at = from;
        for (int i = 0; i < most && at != NONE; i++) {
            Step look = kept.get(at);
            if (numbers.add(look.number())) {
                locations.add(look.location());
                if (seen[at] != NONE && numbers.add(kept.get(seen[at]).number())) {
                    changes.add(seen[at]);
                }
            }
            at = lookBefore[at];
        }
    }

    /** Whether the failure depends on what this step did. */
    boolean has(Step step) {
        return numbers.contains(step.number());
    }

    /** Whether a look is one of the last of the failing thread, and saw this change. */
    boolean isSeen(Step change, Step look) {
        return direct.getOrDefault(look.number(), -1L) == change.number();
    }

    /** Whether the failure depends on what was there at some time. */
    boolean uses(String location) {
        return locations.contains(location);
    }
}
