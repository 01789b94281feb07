package dev.hindsight.bench.light;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds an order of all steps by going through them as if the program ran.
 *
 * <p>Each thread stands before one of its steps. A read can be taken when its write was; the start of a group when the
 * group that its location is in has been read to its end and the groups have started that have to come before. Among
 * the threads that can go on, the one whose step is said to be the earliest does: by hints, or by the order of the
 * log's chunks. Starting a group decides that it comes before all others of the location that have not started.
 *
 * <p>When threads wait for each other in a circle, what they wait for is either given (the order of a thread, a
 * dependence) or a decision. A circle with one decision proves the contrary of it, for good. With more, the latest
 * decision is taken back, with everything after it, and its contrary holds as long as the others do; a circle without
 * any proves that there is no schedule. This is backjumping by conflict sets; it finds an order if there is one, unless
 * it takes too long.
 */
final class Solver {
    private static final int NONE = -1;
    private static final long LEAST_BUDGET = 50_000_000;
    private static final int BUDGET_FACTOR = 20;

    private final Constraints constraints;
    private final Clock clock;

    /** By thread: its next step. */
    private final int[] at;

    private final long[] time;
    private final Waits waits;
    /** By location: the group that started last; by group: what is still to be read, when it started, and after which. */
    private final int[] current;

    private final int[] pending;
    private final int[] startedAt;
    private final int[] groupBefore;
    /** By group: rows before this place are known to be over. */
    private final int[] overUntil;

    private final int[] trail;
    private int taken;

    /** By the group that has to start later. */
    private final Map<Integer, List<Contrary>> contraries = new HashMap<>();
    /** By group: how many of these there are; asked at every step. */
    private final int[] contrariesOf;
    /** Those that do not hold for good; the first is the one whose reasons are gone first. */
    private final PriorityQueue<Contrary> dependent =
            new PriorityQueue<>(Comparator.comparingInt(Contrary::lastReason).reversed());

    private int conflicts;
    private int implied;
    private long undone;
    private boolean incomplete;

    /**
     * A decision taken back: a group has to start before another.
     *
     * @param reasons the decisions that this follows from; none if it holds for good
     */
    private record Contrary(int earlier, int later, SortedSet<Decision> reasons) {
        int lastReason() {
            return reasons.last().step();
        }
    }

    /** At a step, a group started although another had not. */
    private record Decision(int step, int other) implements Comparable<Decision> {
        @Override
        public int compareTo(Decision that) {
            return step != that.step ? Integer.compare(step, that.step) : Integer.compare(other, that.other);
        }
    }

    private Solver(Constraints constraints, Clock clock) {
        this.constraints = constraints;
        this.clock = clock;
        int threads = constraints.threads();
        at = new int[threads];
        time = new long[threads];
        waits = new Waits(threads);
        current = new int[constraints.locations()];
        pending = new int[constraints.groups()];
        startedAt = new int[constraints.groups()];
        groupBefore = new int[constraints.groups()];
        overUntil = new int[constraints.groups()];
        contrariesOf = new int[constraints.groups()];
        trail = new int[constraints.steps()];
    }

    static Schedule solve(FlowLog log, Clock clock) {
        return new Solver(new Constraints(log), clock).solve();
    }

    private Schedule solve() {
        begin();
        long budget = Math.max(LEAST_BUDGET, (long) BUDGET_FACTOR * trail.length);
        while (taken < trail.length) {
            int thread = earliest();
            boolean circle = !run(thread, earliestTimeBut(thread));
            if (circle && !takeBack(thread)) {
                return outcome(incomplete ? Schedule.Verdict.UNDECIDED : Schedule.Verdict.UNSATISFIABLE);
            }
            if (undone > budget) {
                return outcome(Schedule.Verdict.UNDECIDED);
            }
        }
        return outcome(Schedule.Verdict.SOLVED);
    }

    private Schedule outcome(Schedule.Verdict verdict) {
        long[] order = new long[verdict == Schedule.Verdict.SOLVED ? taken : 0];
        for (int i = 0; i < order.length; i++) {
            order[i] = constraints.id(trail[i]);
        }
        return new Schedule(verdict, order, conflicts, implied, undone);
    }

    private void begin() {
        Arrays.fill(current, NONE);
        Arrays.fill(startedAt, NONE);
        for (int group = 0; group < pending.length; group++) {
            pending[group] = constraints.rowsFrom(group + 1) - constraints.rowsFrom(group);
            overUntil[group] = constraints.rowsFrom(group);
            if (constraints.start(group) == AccessId.INITIAL) {
                current[constraints.location(group)] = group;
            }
        }
        for (int thread = 0; thread < at.length; thread++) {
            at[thread] = constraints.stepsFrom(thread);
        }
        awakeAll();
    }

    private void awakeAll() {
        waits.clear();
        for (int thread = 0; thread < at.length; thread++) {
            if (!ended(thread)) {
                time[thread] = clock.time(constraints.id(at[thread]));
                waits.awake(thread);
            }
        }
    }

    private boolean ended(int thread) {
        return at[thread] == constraints.stepsFrom(thread + 1);
    }

    private int earliest() {
        int best = waits.ready(0);
        for (int i = 1; i < waits.readyCount(); i++) {
            if (time[waits.ready(i)] < time[best]) {
                best = waits.ready(i);
            }
        }
        return best;
    }

    private long earliestTimeBut(int thread) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < waits.readyCount(); i++) {
            if (waits.ready(i) != thread) {
                best = Math.min(best, time[waits.ready(i)]);
            }
        }
        return best;
    }

    /** Takes steps of a thread until another's is earlier; false if it now waits in a circle. */
    private boolean run(int thread, long until) {
        while (time[thread] <= until) {
            long obstacle = obstacle(thread, null);
            if (obstacle != NONE) {
                return waits.await(thread, AccessId.thread(obstacle), obstacle);
            }
            take(thread);
            if (ended(thread)) {
                waits.wake(thread, Long.MAX_VALUE);
                waits.end(thread);
                return true;
            }
            long next = constraints.id(at[thread]);
            // Whoever was woken may be earlier than what was the earliest of the others.
            if (waits.wake(thread, next)) {
                time[thread] = clock.time(next);
                return true;
            }
            time[thread] = clock.time(next);
        }
        return true;
    }

    /**
     * The access that a thread has to wait for, or -1.
     *
     * @param reasons takes the decisions because of which it has to; null if nobody asks
     */
    private long obstacle(int thread, SortedSet<Decision> reasons) {
        int step = at[thread];
        int kind = constraints.kind(step);
        if (kind == Constraints.START) {
            return obstacleOfStart(constraints.group(step), reasons);
        }
        if (kind == Constraints.FIRST || kind == Constraints.ONLY) {
            long writer = constraints.log().writer(constraints.row(step));
            return writer == AccessId.INITIAL || passed(writer) ? NONE : writer;
        }
        return NONE;
    }

    private boolean passed(long id) {
        int thread = AccessId.thread(id);
        return ended(thread) || constraints.id(at[thread]) > id;
    }

    private long obstacleOfStart(int group, SortedSet<Decision> reasons) {
        for (int edge = constraints.lastEdge(group); edge != NONE; edge = constraints.edgeBefore(edge)) {
            if (startedAt[constraints.edgeGroup(edge)] == NONE) {
                return constraints.start(constraints.edgeGroup(edge));
            }
        }
        Contrary contrary = unmet(group);
        if (contrary != null) {
            if (reasons != null) {
                reasons.addAll(contrary.reasons());
            }
            return constraints.start(contrary.earlier());
        }
        int before = current[constraints.location(group)];
        if (before == NONE || pending[before] == 0) {
            return NONE;
        }
        if (reasons != null && startedAt[before] != NONE && !given(before, group)) {
            reasons.add(new Decision(startedAt[before], group));
        }
        return lastOfUnfinished(before);
    }

    /** Null if there is none. */
    private Contrary unmet(int group) {
        if (contrariesOf[group] == 0) {
            return null;
        }
        for (Contrary contrary : contraries.get(group)) {
            if (startedAt[contrary.earlier()] == NONE) {
                return contrary;
            }
        }
        return null;
    }

    private boolean given(int earlier, int later) {
        for (int edge = constraints.lastEdge(later); edge != NONE; edge = constraints.edgeBefore(edge)) {
            if (constraints.edgeGroup(edge) == earlier) {
                return true;
            }
        }
        return false;
    }

    private long lastOfUnfinished(int group) {
        int place = overUntil[group];
        while (passed(constraints.log().last(constraints.rowAt(place)))) {
            place++;
        }
        overUntil[group] = place;
        return constraints.log().last(constraints.rowAt(place));
    }

    private void take(int thread) {
        int step = at[thread]++;
        int group = constraints.group(step);
        switch (constraints.kind(step)) {
            case Constraints.START -> {
                int location = constraints.location(group);
                groupBefore[group] = current[location];
                current[location] = group;
                startedAt[group] = taken;
            }
            case Constraints.LAST, Constraints.ONLY -> pending[group]--;
            default -> {}
        }
        trail[taken++] = step;
    }

    private void undo() {
        int step = trail[--taken];
        int group = constraints.group(step);
        at[AccessId.thread(constraints.id(step))]--;
        switch (constraints.kind(step)) {
            case Constraints.START -> {
                current[constraints.location(group)] = groupBefore[group];
                startedAt[group] = NONE;
            }
            case Constraints.LAST, Constraints.ONLY -> {
                pending[group]++;
                overUntil[group] = constraints.rowsFrom(group);
            }
            default -> {}
        }
        undone++;
    }

    /** False if no decision is to blame. */
    private boolean takeBack(int thread) {
        conflicts++;
        SortedSet<Decision> reasons = new TreeSet<>();
        int next = thread;
        do {
            obstacle(next, reasons);
            next = waits.awaited(next);
        } while (next != thread);
        if (reasons.isEmpty()) {
            return false;
        }
        Decision latest = reasons.last();
        reasons.remove(latest);
        // Two groups that one decision put behind: either could be the one to come first; only one is tried.
        incomplete |= !reasons.isEmpty() && reasons.last().step() == latest.step();
        reasons.removeIf(decision -> decision.step() == latest.step());
        int decided = constraints.group(trail[latest.step()]);
        while (taken > latest.step()) {
            undo();
        }
        while (!dependent.isEmpty() && dependent.peek().lastReason() >= taken) {
            Contrary gone = dependent.poll();
            contraries.get(gone.later()).remove(gone);
            contrariesOf[gone.later()]--;
        }
        hold(new Contrary(latest.other(), decided, reasons));
        awakeAll();
        return true;
    }

    private void hold(Contrary contrary) {
        contraries.computeIfAbsent(contrary.later(), group -> new ArrayList<>()).add(contrary);
        contrariesOf[contrary.later()]++;
        if (contrary.reasons().isEmpty()) {
            implied++;
        } else {
            dependent.add(contrary);
        }
    }
}
