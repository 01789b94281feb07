package dev.hindsight.agent.host;

import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.PollHooks;
import dev.hindsight.runtime.WaitSets;
import dev.hindsight.runtime.Waiting;
import java.util.ArrayList;
import java.util.List;

/**
 * Whose turn it is, as a function of a seed and of what the program does. The recorder and the replayer ask the same questions
 * in the same order and get the same answers. Time is counted in the program's own steps, so that time-outs do not depend on
 * how fast the machine is.
 */
public final class Schedule {
    /** What passing one poll counts as, in nanoseconds, and what a decision does. */
    private static final long POLL_NANOS = 10;

    private static final long DECISION_NANOS = 1000;
    /** In polls; the next one is twice as long, and so on. */
    private static final int SHORTEST_TURN = 5000;

    private static final int LENGTHS = 7;

    private final List<EventSink> waiting = new ArrayList<>();
    private final long seed;
    private long drawn;
    private long clock = 1;

    public Schedule(long seed) {
        this.seed = seed;
    }

    public long now() {
        return clock;
    }

    /** A thread waits from now on, for its turn or for more; see {@link Waiting}. */
    public void add(EventSink sink) {
        waiting.add(sink);
    }

    /** A place where another thread may get its turn: time passes, and with it what some wait for. */
    public void passTime() {
        clock += DECISION_NANOS + POLL_NANOS * PollHooks.takeSpent();
        endTimes();
    }

    private void endTimes() {
        for (int i = 0; i < waiting.size(); i++) {
            Waiting state = waiting.get(i).waiting;
            if (state.deadline != 0 && state.deadline - clock <= 0) {
                state.timedOut = true;
            }
        }
    }

    /** How long it is until the first time ends for which a thread waits; -1 if none does. */
    public long untilNext() {
        long least = -1;
        for (int i = 0; i < waiting.size(); i++) {
            long deadline = waiting.get(i).waiting.deadline;
            if (deadline != 0 && (least < 0 || deadline - clock < least)) {
                least = Math.max(0, deadline - clock);
            }
        }
        return least;
    }

    /** A thread waited for the outside up to this time; others may have waited, and time passed, meanwhile. */
    public void passTo(long time) {
        if (time - clock > 0) {
            skipTo(time - clock);
        }
    }

    /** Nobody can run before the first time ends: let it end. */
    public void skipTo(long nanos) {
        clock += nanos;
        endTimes();
    }

    public boolean canRun() {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).waiting.isOver(null)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Chooses one of those who can run, who then does not wait any more; null if nobody can.
     *
     * @param given a monitor that is about to be given up
     */
    public EventSink choose(Object given) {
        List<EventSink> able = new ArrayList<>();
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).waiting.isOver(given)) {
                able.add(waiting.get(i));
            }
        }
        if (able.isEmpty()) {
            return null;
        }
        EventSink chosen = able.get(draw(able.size()));
        waiting.remove(chosen);
        // Turns of different lengths meet in different ways; changing threads costs as much as some thousand polls.
        PollHooks.setQuantum(SHORTEST_TURN << draw(LENGTHS));
        chosen.waiting.chosenIn = chosen.waiting.wokenIn();
        WaitSets.willWake(chosen.waiting.chosenIn);
        return chosen;
    }

    private int draw(int bound) {
        drawn++;
        return (int) Long.remainderUnsigned(mix(seed, drawn), bound);
    }

    /** A number that follows from a seed, the n-th of a sequence. */
    public static long mix(long seed, long n) {
        long z = seed + n * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** Those who wait. */
    public List<EventSink> waiting() {
        return new ArrayList<>(waiting);
    }
}
