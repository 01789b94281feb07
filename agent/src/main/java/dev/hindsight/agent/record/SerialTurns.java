package dev.hindsight.agent.record;

import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.ThreadHooks;
import dev.hindsight.runtime.WaitSets;
import dev.hindsight.runtime.Waiting;
import java.util.ArrayList;
import java.util.List;

/** Turns that are recorded: of those who can go on, the one who has waited longest is next. */
final class SerialTurns extends Turns {
    /** How long a thread keeps its turn that does not give it away: changing threads costs about a hundredth of that. */
    private static final long TURN_NANOS = 1_000_000;

    /** How long a thread waits before it asks the one that has the turn whether it could go on without. */
    private static final long PATIENCE_NANOS = 20_000;

    private final List<EventSink> waiting = new ArrayList<>();
    private final boolean lends;
    /** When the turn began. */
    private long since;

    /** @param lends whether threads go on without their turn in code that needs none */
    SerialTurns(Recorder recorder, boolean lends) {
        super(recorder, 1);
        this.lends = lends;
    }

    @Override
    boolean lendsTurn(RecordingSink sink) {
        if (!lends || ThreadHooks.staysTogether()) {
            return false;
        }
        synchronized (this) {
            return canRun() && !sink.isBesideBriefly();
        }
    }

    @Override
    long patienceNanos() {
        return lends ? PATIENCE_NANOS : 0;
    }

    @Override
    void add(RecordingSink sink) {
        waiting.add(sink);
    }

    @Override
    void arrive(RecordingSink sink) {
        waiting.add(sink);
    }

    /** The new thread comes by itself, and when it does is recorded. */
    @Override
    void starts(RecordingSink sink) {
        // It wants its turn when it begins.
    }

    @Override
    boolean couldRun() {
        return canRun();
    }

    @Override
    boolean canRun() {
        return next(null) != null;
    }

    @Override
    synchronized boolean leavesAt(boolean yields) {
        return (yields || System.nanoTime() - since > TURN_NANOS) && canRun();
    }

    @Override
    EventSink pick(Object given) {
        EventSink next = next(given);
        if (next != null) {
            since = System.nanoTime();
            waiting.remove(next);
            next.waiting.chosenIn = next.waiting.wokenIn();
            WaitSets.willWake(next.waiting.chosenIn);
        }
        return next;
    }

    private EventSink next(Object given) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).waiting.isOver(given)) {
                return waiting.get(i);
            }
        }
        return null;
    }

    @Override
    boolean tick(long now) {
        for (int i = 0; i < waiting.size(); i++) {
            Waiting state = waiting.get(i).waiting;
            if (state.deadline != 0 && state.deadline - now <= 0) {
                state.timedOut = true;
            }
        }
        return false;
    }

    @Override
    long now() {
        return System.nanoTime();
    }

    @Override
    void passTo(long time) {
        // It has passed.
    }

    @Override
    boolean isSeeded() {
        return false;
    }

    @Override
    List<EventSink> waiting() {
        return new ArrayList<>(waiting);
    }
}
