package dev.hindsight.app.steps;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The steps that matter: what two threads use, and the thread that failed among them; all others are folded. */
public final class StepView {
    /**
     * A step, or those that are folded.
     *
     * @param step null for folded ones
     * @param result what a call returned; empty for none
     * @param seen the write of another thread that a read saw; null for none
     * @param folded how many are not shown; 0 for a step
     * @param times how often the folded ones do what the next rows do; 0 if they are something else
     */
    public record Row(Step step, String result, Step seen, int folded, int times) {
        public static Row of(Step step, String result, Step seen) {
            return new Row(step, result, seen, 0, 0);
        }

        /** Whether it would be told in the same words. */
        private boolean isLike(Row other) {
            return step.thread() == other.step.thread()
                    && step.kind() == other.step.kind()
                    && step.site().equals(other.step.site())
                    && step.location().equals(other.step.location())
                    && step.value().equals(other.step.value())
                    && result.equals(other.result)
                    && Objects.equals(seen, other.seen);
        }
    }

    /** How many rows may be repeated together, and how often at least if they are to be folded. */
    private static final int LONGEST_REPEATED = 4;

    private static final int LEAST_REPEATED = 3;

    private static final int MOST_LATE = 5;

    /** How many calls inside each other are looked at. */
    private static final int MOST_CALLS = 1000;

    /** What becomes of rows that repeat those before. */
    public enum Repetition {
        FOLDED,
        SHOWN
    }

    private final Steps steps;
    private final Repetition repetition;
    private final List<Row> all = new ArrayList<>();
    /** Of steps that are no rows of their own. */
    private final Map<Long, Long> rowOfStep = new HashMap<>();

    private StepView(Steps steps, Repetition repetition) {
        this.steps = steps;
        this.repetition = repetition;
    }

    public static StepView of(Steps steps, Repetition repetition) {
        StepView view = new StepView(steps, repetition);
        view.join();
        return view;
    }

    /** The number of the row in which a step is shown; that of the step itself if there is none. */
    public long rowOf(long number) {
        return rowOfStep.getOrDefault(number, number);
    }

    /** A call and what it returned become one row, and so do wanting a lock and having it. */
    private void join() {
        Map<String, Step> written = new HashMap<>();
        Map<Integer, Integer> last = new HashMap<>();
        Map<Integer, Deque<Integer>> calls = new HashMap<>();
        for (Step step : steps.kept()) {
            Integer before = last.get(step.thread());
            Step previous = before == null ? null : all.get(before).step();
            Deque<Integer> open = calls.computeIfAbsent(step.thread(), unknown -> new ArrayDeque<>());
            if (step.kind() == Step.Kind.RESULT) {
                returned(step, open);
                continue;
            }
            if (step.kind() == Step.Kind.CALL && open.size() < MOST_CALLS) {
                open.push(all.size());
            }
            boolean got = step.kind() == Step.Kind.ENTER && previous != null && previous.kind() == Step.Kind.WANT;
            if (got && before == all.size() - 1) {
                all.set(before, Row.of(step, "", null));
                rowOfStep.put(previous.number(), step.number());
                continue;
            }
            Step writer = step.kind() == Step.Kind.READ ? written.get(step.location()) : null;
            last.put(step.thread(), all.size());
            all.add(Row.of(step, "", writer == null || writer.thread() == step.thread() ? null : writer));
            if (step.kind() == Step.Kind.WRITE) {
                written.put(step.location(), step);
            }
        }
    }

    /** The last call of the method that has not returned did; those above it threw, or return nothing. */
    private void returned(Step result, Deque<Integer> open) {
        while (!open.isEmpty()) {
            int at = open.pop();
            Step call = all.get(at).step();
            if (call.site().name().equals(result.site().name())) {
                all.set(at, Row.of(call, result.value(), null));
                rowOfStep.put(result.number(), call.number());
                return;
            }
        }
    }

    /**
     * All that is not folded: what a thread changed that another one had used before, what races, and what the thread that failed
     * saw of others.
     */
    public Predicate<Step> relevant(Races races) {
        Map<String, Set<Integer>> users = new HashMap<>();
        Set<String> changed = new HashSet<>();
        for (Row row : all) {
            Step step = row.step();
            Set<Integer> who = users.computeIfAbsent(step.location(), unknown -> new HashSet<>());
            who.add(step.thread());
            if (Races.changes(step) && who.size() > 1 || races.has(step)) {
                changed.add(step.location());
            }
        }
        int failed = steps.failed();
        Set<Long> passed = passedOn(failed, races);
        long failing = steps.failure().flatMap(Failure::step).map(Step::number).orElse(-1L);
        return step -> step.number() == failing
                || switch (step.kind()) {
                    case START -> true;
                    case THROW -> failed == 0 || step.thread() == failed && !steps.isAfterFailure(step);
                    case BEGIN, RESULT, INITIALISED -> false;
                    default -> {
                        Set<Integer> who = users.get(step.location());
                        boolean concerns = failed == 0 || who.contains(failed) || races.matters(step);
                        boolean shared = who.size() > 1 && concerns && changed.contains(step.location());
                        yield shared || passed.contains(step.number());
                    }
                };
    }

    /** What the failing thread read that another one had written, and that write; constructors are many and count only if it matters. */
    private Set<Long> passedOn(int failed, Races races) {
        Set<Long> passed = new HashSet<>();
        for (Row row : all) {
            boolean concerns = row.seen() != null && row.step().thread() == failed;
            if (concerns && (!row.seen().isInConstructor() || races.matters(row.step()))) {
                passed.add(row.step().number());
                passed.add(row.seen().number());
            }
        }
        return passed;
    }

    /** Behind which step to stop if nobody says where to look: that at which the run failed, or threads began to wait in a circle. */
    public Optional<Step> end(Locks locks) {
        Optional<Step> circle =
                locks.cycle().stream().map(Locks.Wait::wanted).max(Comparator.comparingLong(Step::number));
        return circle.isPresent() ? circle : steps.failure().flatMap(Failure::step);
    }

    /** The last steps of those that are wanted, up to one of them, and a few of those behind it that came too late. */
    public List<Row> rowsTo(Step last, Predicate<Step> wanted, Races races, int most) {
        List<Integer> chosen = new ArrayList<>();
        List<Integer> late = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Step step = all.get(i).step();
            if (step.number() <= last.number() && wanted.test(step)) {
                chosen.add(i);
            } else if (step.number() > last.number()
                    && races.isLate(step)
                    && wanted.test(step)
                    && late.size() < MOST_LATE) {
                late.add(i);
            }
        }
        List<Part> parts = new ArrayList<>(lastOf(chosen, most, step -> step == last));
        parts.addAll(plain(late));
        return withFolds(parts, true);
    }

    /**
     * The rows to be shown.
     *
     * @param wanted what is not folded
     * @param centre around which rows to look, a part of what is wanted if that should not grow; null for the end
     * @param most how many rows at most, folded ones not counted
     */
    public List<Row> rows(Predicate<Step> wanted, Predicate<Row> centre, int most) {
        List<Integer> chosen = new ArrayList<>();
        int middle = -1;
        for (int i = 0; i < all.size(); i++) {
            Step step = all.get(i).step();
            boolean hit = centre != null && centre.test(all.get(i));
            if (hit || wanted.test(step)) {
                middle = hit ? chosen.size() : middle;
                chosen.add(i);
            }
        }
        if (centre == null) {
            return withFolds(lastOf(chosen, most, step -> false), true);
        }
        if (middle < 0) {
            return List.of();
        }
        int to = Math.min(chosen.size(), middle + (most + 1) / 2);
        return withFolds(plain(chosen.subList(Math.max(0, to - most), to)), false);
    }

    /** Every row, nothing folded. */
    public List<Row> rows() {
        return List.copyOf(all);
    }

    /**
     * A row that is shown, or several that do the same as the next ones.
     *
     * @param first the place of the first row
     * @param count of how many rows
     * @param times how often they do what the next ones do; 0 if they are shown
     */
    private record Part(int first, int last, int count, int times) {}

    private static List<Part> plain(List<Integer> chosen) {
        return chosen.stream().map(at -> new Part(at, at, 1, 0)).toList();
    }

    /** From the end, with repetitions as one; what is not to be hidden is none of them. */
    private List<Part> lastOf(List<Integer> chosen, int most, Predicate<Step> alone) {
        Deque<Part> parts = new ArrayDeque<>();
        int shown = 0;
        int end = chosen.size();
        if (repetition == Repetition.SHOWN) {
            return plain(chosen.subList(Math.max(0, end - most), end));
        }
        while (end > 0 && shown < most) {
            int length = repeatedBefore(chosen, end, alone);
            int times = length == 0 ? 0 : timesBefore(chosen, end, length, alone);
            if (times >= LEAST_REPEATED) {
                int from = end - length * times;
                for (int i = 0; i < length; i++, shown++) {
                    int at = chosen.get(--end);
                    parts.push(new Part(at, at, 1, 0));
                }
                parts.push(new Part(chosen.get(from), chosen.get(end - 1), length, times - 1));
                end = from;
            } else {
                int at = chosen.get(--end);
                parts.push(new Part(at, at, 1, 0));
                shown++;
            }
        }
        return List.copyOf(parts);
    }

    /** How many rows before a place are repeated often enough; 0 for none. */
    private int repeatedBefore(List<Integer> chosen, int end, Predicate<Step> alone) {
        for (int length = 1; length <= LONGEST_REPEATED; length++) {
            if (timesBefore(chosen, end, length, alone) >= LEAST_REPEATED) {
                return length;
            }
        }
        return 0;
    }

    private int timesBefore(List<Integer> chosen, int end, int length, Predicate<Step> alone) {
        int at = end - 1;
        while (at >= 0
                && !alone.test(all.get(chosen.get(at)).step())
                && (at >= end - length || all.get(chosen.get(at)).isLike(all.get(chosen.get(at + length))))) {
            at--;
        }
        return (end - 1 - at) / length;
    }

    private List<Row> withFolds(List<Part> parts, boolean toTheEnd) {
        List<Row> rows = new ArrayList<>();
        int next = parts.isEmpty() ? 0 : parts.get(0).first();
        boolean repeats = false;
        for (Part part : parts) {
            if (!repeats && part.times() == 0) {
                // Beside repetitions, what others did is folded with them.
                fold(rows, part.first() - next);
            }
            repeats = part.times() > 0;
            rows.add(part.times() == 0 ? all.get(part.first()) : new Row(null, "", null, part.count(), part.times()));
            next = part.last() + 1;
        }
        if (toTheEnd) {
            fold(rows, all.size() - next);
        }
        return rows;
    }

    private static void fold(List<Row> rows, int count) {
        if (count > 0) {
            rows.add(new Row(null, "", null, count, 0));
        }
    }
}
