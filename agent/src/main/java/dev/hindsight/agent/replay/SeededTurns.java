package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.Schedule;
import dev.hindsight.runtime.Deadlocks;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.ThreadHooks;
import dev.hindsight.runtime.WaitSets;
import dev.hindsight.runtime.Waiting.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns that follow from the recorded seed: the mirror of those of the recorder. What came from outside comes at the decision
 * that the log names, and nobody waits for time to pass.
 */
final class SeededTurns {
    /** For a thread that did not come back in the recorded run. */
    static final long NEVER = Long.MAX_VALUE;

    private static final long WAIT_NANOS = 1_000_000_000;

    private final Replayer replayer;
    private final Schedule schedule;
    /** Threads inside natives, in the order of their numbers. */
    private final List<ReplayingSink> outside = new ArrayList<>();

    private volatile EventSink owner;

    SeededTurns(Replayer replayer, long seed) {
        this.replayer = replayer;
        this.schedule = new Schedule(seed);
    }

    void start(EventSink first) {
        owner = first;
    }

    boolean isOwner(EventSink sink) {
        return owner == sink;
    }

    boolean isFree() {
        return owner == null;
    }

    long now() {
        return schedule.now();
    }

    /** The thread that has its turn has waited for the outside up to this time. */
    synchronized void passTo(long time) {
        schedule.passTo(time);
    }

    /** The thread that has its turn starts another one. */
    synchronized void starts(ReplayingSink sink) {
        sink.admit();
        schedule.add(sink);
    }

    synchronized boolean othersCanRun() {
        decide();
        return schedule.canRun();
    }

    /** The thread cannot or need not go on. */
    void leave(ReplayingSink sink) {
        EventSink next;
        synchronized (this) {
            schedule.add(sink);
            next = choose(sink.waiting.wokenIn());
        }
        wake(sink, next);
    }

    /** The thread is inside a native until this decision. */
    void leaveUntil(ReplayingSink sink, long decision) {
        EventSink next;
        synchronized (this) {
            if (decision != NEVER) {
                addOutside(sink, decision);
            }
            next = choose(null);
        }
        wake(sink, next);
    }

    private void addOutside(ReplayingSink sink, long decision) {
        int at = 0;
        while (at < outside.size() && outside.get(at).number() < sink.number()) {
            at++;
        }
        sink.returnsAt(decision);
        outside.add(at, sink);
    }

    /** If nobody can run, either something comes from outside at the next decision, or a time ends. */
    private EventSink choose(Object given) {
        decide();
        EventSink next = schedule.choose(given);
        while (next == null) {
            if (!comesFromOutside()) {
                long until = schedule.untilNext();
                if (until < 0) {
                    break;
                }
                schedule.skipTo(until);
            }
            decide();
            next = schedule.choose(given);
        }
        owner = next;
        return next;
    }

    private boolean comesFromOutside() {
        for (int i = 0; i < outside.size(); i++) {
            if (outside.get(i).returnsAt() == replayer.turn()) {
                return true;
            }
        }
        return false;
    }

    private void decide() {
        long place = replayer.decide();
        for (int i = 0; i < outside.size(); ) {
            if (outside.get(i).returnsAt() == place) {
                outside.get(i).waiting.reason = Reason.NOTHING;
                schedule.add(outside.remove(i));
            } else {
                i++;
            }
        }
        schedule.passTime();
    }

    private void wake(ReplayingSink left, EventSink next) {
        if (next == null) {
            // Now, since the thread may go on to wait where nobody looks again.
            replayer.nobodyRuns(left);
        } else {
            WaitSets.wake(next.thread(), next.waiting.chosenIn);
        }
    }

    /** Returns when it is the sink's turn. */
    void await(ReplayingSink sink) {
        while (owner != sink) {
            sink.park(sink.isHandedOver() ? WAIT_NANOS / 1000 : WAIT_NANOS);
            Deadlocks.answer(sink);
            if (owner == null) {
                replayer.nobodyRuns(sink);
            }
            if (owner != sink && sink.thread().isInterrupted()) {
                // Parking does not work then.
                Thread.yield();
            }
        }
        ThreadHooks.beginTurn();
    }
}
