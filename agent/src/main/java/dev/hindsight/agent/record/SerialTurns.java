package dev.hindsight.agent.record;

import dev.hindsight.runtime.BesideHooks;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.Links;
import dev.hindsight.runtime.PollHooks;
import dev.hindsight.runtime.WaitSets;
import dev.hindsight.runtime.Waiting;
import java.util.ArrayList;
import java.util.List;

/** Turns that are recorded: of those who can go on, the one who has waited longest is next. */
class SerialTurns extends Turns {
    /** How long a thread keeps its turn that does not give it away: changing threads costs about a hundredth of that. */
    private static final long TURN_NANOS = 1_000_000;

    /** The same where it has to be asked. */
    private static final int LONG_TICKS = 20;

    /** How long a thread waits before it asks the one that has the turn whether it could go on without. */
    private static final long PATIENCE_NANOS = 20_000;

    /** One of how many turns is a short one. */
    private static final int SHORT_ONES = 8;

    /** The most polls that a short turn lasts, as a power of two: it may be anything below, and half as many are as likely. */
    private static final int SHORT_POLLS = 7;

    private final List<EventSink> waiting = new ArrayList<>();
    private final boolean lends;
    /** When the turn began. */
    private long since;

    /** After how many polls the turn ends, if it is a short one; else -1. */
    private int length = -1;

    /** What short turns are drawn from. */
    private long state = System.nanoTime() | 1;

    /** @param lends whether threads go on without their turn in code that needs none */
    SerialTurns(Recorder recorder, boolean lends) {
        this(recorder, lends, 1, LONG_TICKS);
    }

    SerialTurns(Recorder recorder, boolean lends, int slowTicks, int longTicks) {
        super(recorder, slowTicks, longTicks);
        this.lends = lends;
    }

    @Override
    boolean lendsTurn(RecordingSink sink) {
        if (!lends || BesideHooks.staysTogether()) {
            return false;
        }
        synchronized (this) {
            if (!canRun() || sink.isBesideBriefly()) {
                return false;
            }
        }
        return !isShortTurnOver() && !Links.isOutdated();
    }

    /**
     * What threads do at the same time on several processors is as often between two steps that belong together as anywhere. A
     * turn of a millisecond hardly ever ends there if all is done in a few microseconds, so some turns end much earlier.
     */
    @Override
    long nextStop() {
        return length;
    }

    private boolean isShortTurnOver() {
        return length >= 0 && PollHooks.isStopDue();
    }

    private int drawLength() {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        if (!lends || (state >>> 32) % SHORT_ONES != 0) {
            return -1;
        }
        int most = 1 << 1 + (int) (state >>> 16 & 0xffff) % SHORT_POLLS;
        return 1 + (int) (state & 0xffff) % most;
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
    boolean leavesAt(RecordingSink sink, int row) {
        if (row == Hooks.Rows.threadAsked && !mayAsk(sink)) {
            return false;
        }
        boolean over = row == Hooks.Rows.threadYielded || isShortTurnOver();
        synchronized (this) {
            return (over || System.nanoTime() - since > TURN_NANOS) && canRun();
        }
    }

    @Override
    EventSink pick(Object given) {
        EventSink next = next(given);
        if (next != null) {
            since = System.nanoTime();
            length = drawLength();
            take(next);
        }
        return next;
    }

    /** One of those who wait is chosen, and does not wait any more. */
    final void take(EventSink next) {
        waiting.remove(next);
        next.waiting.chosenIn = next.waiting.wokenIn();
        WaitSets.willWake(next.waiting.chosenIn);
    }

    /** Whether a thread is among those who wait. */
    final boolean isWaiting(EventSink sink) {
        return waiting.contains(sink);
    }

    /**
     * Those who could run, in the order in which they came.
     *
     * @param given a monitor that is about to be given up
     */
    final List<EventSink> able(Object given) {
        List<EventSink> able = new ArrayList<>();
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).waiting.isOver(given)) {
                able.add(waiting.get(i));
            }
        }
        return able;
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
