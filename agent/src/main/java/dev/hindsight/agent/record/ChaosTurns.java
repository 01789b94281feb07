package dev.hindsight.agent.record;

import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.PollHooks;
import dev.hindsight.runtime.ThreadHooks;
import java.util.List;

/**
 * Turns that are recorded, whose lengths and whose next thread {@link Chaos} draws. Lengths are counted in polls; time ends a turn
 * only if the thread does not come to its end by itself for long.
 */
final class ChaosTurns extends SerialTurns {
    /** Longer than where time alone ends turns, so that the machine's other work changes little. */
    private static final int SLOW_TICKS = 10;

    private static final int LONG_TICKS = 50;

    /** How long a thread that was chosen may take to begin, in ticks: if the JVM cannot start it, it never does. */
    private static final int START_TICKS = 1000;

    private final Chaos chaos;
    /** After how many polls the thread that has its turn is to be stopped. */
    private int length;

    /** For how many ticks a thread has had its turn that does not exist yet. */
    private int unstarted;

    /** @param lends whether threads go on without their turn in code that needs none */
    ChaosTurns(Recorder recorder, boolean lends, long seed) {
        super(recorder, lends, SLOW_TICKS, LONG_TICKS);
        this.chaos = new Chaos(seed);
        this.length = chaos.length();
    }

    /** From now on turns are drawn, or from now on whoever has waited longest is next; called by the thread that has its turn. */
    synchronized void perturb(boolean draws) {
        chaos.rest(!draws);
        length = chaos.length();
        if (ThreadHooks.isArmed()) {
            PollHooks.stopAfter(length);
        }
    }

    /** It can be chosen from now on, so that it does not matter how long the JVM takes to start it. */
    @Override
    synchronized void starts(RecordingSink sink) {
        EventSink starter = Hooks.current();
        if (starter != null && isOwner(starter)) {
            add(sink);
        }
    }

    @Override
    void arrive(RecordingSink sink) {
        if (!isOwner(sink) && !isWaiting(sink)) {
            add(sink);
        }
    }

    @Override
    boolean lendsTurn(RecordingSink sink) {
        return !PollHooks.isStopDue() && super.lendsTurn(sink);
    }

    @Override
    boolean leavesAt(RecordingSink sink, int row) {
        if (row == Hooks.Rows.threadYielded) {
            return yields(sink);
        }
        boolean due = row == Hooks.Rows.threadPreempted || PollHooks.isStopDue();
        if (!due && !isAsked()) {
            PollHooks.passStop();
            return false;
        }
        boolean leaves = othersCanRun() && !(isEarly() && StuckTurn.keepsOthersOut(sink));
        synchronized (this) {
            if (leaves) {
                chaos.stopped(sink.number());
            } else {
                PollHooks.stopAfter(chaos.length());
            }
        }
        return leaves;
    }

    private synchronized boolean yields(RecordingSink sink) {
        boolean leaves = canRun();
        if (leaves) {
            chaos.gaveWay(sink.number());
        }
        return leaves;
    }

    @Override
    EventSink pick(Object given) {
        List<EventSink> able = able(given);
        if (able.isEmpty()) {
            return null;
        }
        int[] numbers = new int[able.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = ((RecordingSink) able.get(i)).number();
        }
        EventSink next = able.get(chaos.choose(numbers));
        take(next);
        length = chaos.length();
        return next;
    }

    @Override
    boolean tick(long now) {
        super.tick(now);
        EventSink owner = owner();
        unstarted = owner != null && owner.thread().getState() == Thread.State.NEW ? unstarted + 1 : 0;
        if (unstarted < START_TICKS) {
            return false;
        }
        forsake();
        return true;
    }

    @Override
    long nextStop() {
        return length;
    }
}
