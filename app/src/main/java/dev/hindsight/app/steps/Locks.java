package dev.hindsight.app.steps;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Who has which lock at the end of a run, and who waits for one. */
public final class Locks {
    private static final Set<String> LOCKING = Set.of("lock", "lockInterruptibly", "tryLock", "readLock", "writeLock");

    /**
     * A thread that waits.
     *
     * @param wanted where it began to wait
     * @param taken where the lock was taken that it waits for; null if that is not known
     */
    public record Wait(Step wanted, Step taken) {}

    /**
     * A time for which a thread had a lock, or waited for one.
     *
     * @param until when it left it, or went on; null if it did not before the end
     */
    public record Span(Step from, Step until) {}

    /** What a thread that waits for a condition has left, and takes again before it goes on. */
    private record Left(String lock, int times) {}

    private final List<Span> holds = new ArrayList<>();
    private final List<Span> waits = new ArrayList<>();
    private final Map<String, Deque<Step>> held = new HashMap<>();
    private final Map<Integer, Step> wanted = new TreeMap<>();

    /** The locks of conditions, as far as it was seen how these were made. */
    private final Map<String, String> lockOfCondition = new HashMap<>();

    private final Map<Integer, Step> making = new HashMap<>();
    private final Map<Integer, Left> left = new HashMap<>();

    private Locks() {}

    public static Locks after(Steps steps) {
        Locks locks = new Locks();
        for (Step step : steps.kept()) {
            locks.follow(step);
        }
        return locks;
    }

    private void follow(Step step) {
        Step maker = making.remove(step.thread());
        if (maker != null && step.kind() == Step.Kind.RESULT) {
            lockOfCondition.put(step.value(), maker.target());
        }
        if (step.kind() != Step.Kind.RESULT && left.containsKey(step.thread())) {
            Left again = left.remove(step.thread());
            for (int i = 0; i < again.times(); i++) {
                take(again.lock(), step);
            }
        }
        Step pending = wanted.remove(step.thread());
        if (pending != null) {
            waits.add(new Span(pending, step));
        }
        if (pending != null && pending.kind() == Step.Kind.CALL) {
            // It has gone on, so it got it, unless it was told that it did not.
            boolean refused = step.kind() == Step.Kind.RESULT && step.value().equals("false");
            if (!refused) {
                take(pending.target(), pending);
            }
        }
        switch (step.kind()) {
            case WANT -> wanted.put(step.thread(), step);
            case ENTER -> take(step.target(), step);
            case EXIT -> leave(step);
            case CALL -> called(step);
            default -> {}
        }
    }

    private void called(Step step) {
        String name = step.site().name();
        if (LOCKING.contains(name)) {
            wanted.put(step.thread(), step);
        } else if (name.startsWith("unlock")) {
            leave(step);
        } else if (name.equals("newCondition")) {
            making.put(step.thread(), step);
        } else if (name.startsWith("await") && step.target().contains("Condition")) {
            leaveToWait(step, lockOfCondition.getOrDefault(step.target(), ""));
        } else if (name.equals("wait") && step.site().owner().equals("java.lang.Object")) {
            leaveToWait(step, step.target());
        }
    }

    private void leaveToWait(Step step, String lock) {
        int times = 0;
        while (leave(lock, step)) {
            times++;
        }
        left.put(step.thread(), new Left(lock, times));
    }

    private void take(String lock, Step step) {
        held.computeIfAbsent(lock, unknown -> new ArrayDeque<>()).push(step);
    }

    private void leave(Step step) {
        leave(step.target(), step);
    }

    /** Whether the thread had it. */
    private boolean leave(String lock, Step step) {
        for (Step taker : held.getOrDefault(lock, new ArrayDeque<>())) {
            if (taker.thread() == step.thread()) {
                held.get(lock).remove(taker);
                holds.add(new Span(taker, step));
                return true;
            }
        }
        return false;
    }

    /** For which times locks were held, by when they were taken. */
    public List<Span> holds() {
        List<Span> all = new ArrayList<>(holds);
        held.values().forEach(takers -> takers.forEach(taken -> all.add(new Span(taken, null))));
        return sorted(all);
    }

    /** For which times threads waited for locks, or asked for them, by when they began to. */
    public List<Span> waits() {
        List<Span> all = new ArrayList<>(waits);
        wanted.values().forEach(step -> all.add(new Span(step, null)));
        return sorted(all);
    }

    private static List<Span> sorted(List<Span> spans) {
        spans.sort(Comparator.comparingLong(span -> span.from().number()));
        return spans;
    }

    /** Those that wait for each other in a circle; empty if none do. */
    public List<Wait> cycle() {
        for (Step start : wanted.values()) {
            List<Wait> path = new ArrayList<>();
            Step at = start;
            while (at != null && path.size() <= wanted.size()) {
                Step taken = holder(at);
                path.add(new Wait(at, taken));
                at = taken == null ? null : wanted.get(taken.thread());
                if (at == start) {
                    return path;
                }
            }
        }
        return List.of();
    }

    private Step holder(Step wanting) {
        Deque<Step> takers = held.get(wanting.target());
        return takers == null || takers.isEmpty() || takers.peek().thread() == wanting.thread()
                ? null
                : takers.peekLast();
    }
}
