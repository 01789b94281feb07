package dev.hindsight.agent.record;

import dev.hindsight.agent.host.Schedule;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns that follow from a seed, and of which nothing is recorded. What comes from outside, a native that returns after a
 * while, is let in at a decision, and which one that was is recorded.
 */
final class SeededTurns extends Turns {
    /** After how many ticks in a native a thread loses its turn: that is recorded, and should be rare. */
    private static final int SLOW_TICKS = 100;

    private final Recorder recorder;
    private final Schedule schedule;
    private final List<RecordingSink> arrived = new ArrayList<>();
    private long idleSince;

    SeededTurns(Recorder recorder, long seed) {
        super(recorder, SLOW_TICKS, SLOW_TICKS);
        this.recorder = recorder;
        this.schedule = new Schedule(seed);
    }

    @Override
    void add(RecordingSink sink) {
        schedule.add(sink);
    }

    /** In the order of their numbers, since two may be let in at the same time. */
    @Override
    void arrive(RecordingSink sink) {
        int at = 0;
        while (at < arrived.size() && arrived.get(at).number() < sink.number()) {
            at++;
        }
        arrived.add(at, sink);
    }

    @Override
    void starts(RecordingSink sink) {
        EventSink starter = Hooks.current();
        if (starter == null || !isOwner(starter)) {
            recorder.giveUp("a thread started by itself, to handle a signal: with --threads deterministic, a recording"
                    + " ends there");
            return;
        }
        sink.admitAtStart();
        synchronized (this) {
            schedule.add(sink);
        }
    }

    @Override
    boolean canRun() {
        return !arrived.isEmpty() || schedule.canRun();
    }

    /** Time does not pass while a thread has its turn and comes to no place. */
    @Override
    boolean lendsTurn(RecordingSink sink) {
        return false;
    }

    @Override
    long patienceNanos() {
        return 0;
    }

    @Override
    boolean couldRun() {
        return canRun() || schedule.untilNext() >= 0;
    }

    @Override
    synchronized boolean leavesAt(RecordingSink sink, int row) {
        decide();
        return schedule.canRun();
    }

    @Override
    EventSink pick(Object given) {
        decide();
        EventSink chosen = schedule.choose(given);
        if (chosen == null) {
            idleSince = System.nanoTime();
        }
        return chosen;
    }

    /** A decision has a place in the order of all events: so a replay that decides more or less often is found out. */
    private void decide() {
        long place = nextOrder();
        for (int i = 0; i < arrived.size(); i++) {
            arrived.get(i).admit(place);
            schedule.add(arrived.get(i));
        }
        arrived.clear();
        schedule.passTime();
    }

    /** Nobody can run: time passes for real, in case the program asks how late it is. */
    @Override
    boolean tick(long now) {
        long until = isFree() && !canRun() ? schedule.untilNext() : -1;
        if (until < 0 || now - idleSince < until) {
            return false;
        }
        schedule.skipTo(until);
        return true;
    }

    @Override
    long now() {
        return schedule.now();
    }

    @Override
    synchronized void passTo(long time) {
        schedule.passTo(time);
    }

    @Override
    boolean isSeeded() {
        return true;
    }

    @Override
    List<EventSink> waiting() {
        List<EventSink> all = schedule.waiting();
        all.addAll(arrived);
        return all;
    }
}
