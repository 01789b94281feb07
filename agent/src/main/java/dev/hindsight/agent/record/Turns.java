package dev.hindsight.agent.record;

import dev.hindsight.runtime.BesideHooks;
import dev.hindsight.runtime.Deadlocks;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.OwnThreads;
import dev.hindsight.runtime.PollHooks;
import dev.hindsight.runtime.ThreadHooks;
import dev.hindsight.runtime.Vm;
import dev.hindsight.runtime.WaitSets;
import dev.hindsight.runtime.Waiting.Reason;
import java.util.List;

/**
 * Lets one thread of the program run at a time.
 *
 * <p>Who leaves picks the next of those who can go on. If nobody can, the turn is free, and is taken by the first whose native
 * returns or whose time has come; a thread of ours looks after the time.
 */
abstract class Turns implements Runnable {
    static final long TICK_NANOS = 1_000_000;
    /** How often to look whether threads wait for each other, in ticks. */
    private static final int LOOK_TICKS = 2000;

    private static final int STUCK_TICKS = 100;
    /** After how many ticks in a native a thread loses its turn inside a synchronized method of the JDK. */
    private static final int PINNED_TICKS = 20;
    /** The same inside the initialiser of a class, which others are more likely to need. */
    private static final int INITIALISING_TICKS = 1000;
    /** The same where others cannot be helped, and the recording ends there: only a machine that is very busy takes as long. */
    private static final int INITIALISING_SEEDED_TICKS = 2000;
    /** How long the virtual machine waits with its end for the turn, in ticks. */
    private static final int END_TICKS = 5000;

    private final Recorder recorder;
    private final int slowTicks;
    private final int longTicks;
    private volatile EventSink owner;
    /** Whether threads run as they like, since the rest cannot be replayed anyway. */
    private volatile boolean released;

    /** Whether the owner has had its turn for long: it may run code that has no places where it could be made to wait. */
    private volatile boolean asked;

    /** For how many ticks the turn has lasted. */
    private int lasted;

    /** The monitor in which the thread that left last is about to wait, as long as nobody has the turn; null for none. */
    private Object givenLast;

    private boolean deadlockSaid;
    private boolean endTold;
    private final StuckTurn stuck;

    /** A thread that was in a native at the last tick, how many events it had had, and for how many ticks. */
    private EventSink slow;

    private long slowEvents;
    private int slowSeen;
    private int slowPatience;

    /**
     * @param slowTicks after how many ticks in a native a thread loses its turn
     * @param longTicks after how many ticks of one turn a thread is asked to let others run, at its next poll or native
     */
    Turns(Recorder recorder, int slowTicks, int longTicks) {
        this.recorder = recorder;
        this.slowTicks = slowTicks;
        this.longTicks = longTicks;
        this.stuck = new StuckTurn(recorder);
    }

    /** A thread waits from now on, for its turn or for more. */
    abstract void add(RecordingSink sink);

    /** A thread that nobody gave its place among those who wait wants its turn. */
    abstract void arrive(RecordingSink sink);

    /** A thread starts another one. */
    abstract void starts(RecordingSink sink);

    /** Whether a thread that waits could run. */
    abstract boolean canRun();

    /** Whether a thread that waits could run, now or when time passes. */
    abstract boolean couldRun();

    /**
     * A thread comes to a place where it can go on; whether another is to run instead.
     *
     * @param row what brought it here: it yields, it was asked or stopped, or it has passed many places
     */
    abstract boolean leavesAt(RecordingSink sink, int row);

    /** After how many polls of its turn, or since they are counted anew, the thread that has it is to be stopped; -1 for no such place. */
    long nextStop() {
        return -1;
    }

    /**
     * Chooses one of those who can run, who then does not wait any more; null if nobody can.
     *
     * @param given a monitor that is about to be given up
     */
    abstract EventSink pick(Object given);

    /** What is to be done from time to time; whether somebody may be able to run who could not before. */
    abstract boolean tick(long now);

    /** The time by which deadlines are kept. */
    abstract long now();

    /** A thread that has its turn has waited for the outside up to this time. */
    abstract void passTo(long time);

    abstract boolean isSeeded();

    /** Those who wait. */
    abstract List<EventSink> waiting();

    final void start(RecordingSink first) {
        owner = first;
        OwnThreads.start("hindsight-turns", this);
    }

    final boolean isOwner(EventSink sink) {
        return owner == sink || released;
    }

    /** Who has its turn; null for nobody. */
    final EventSink owner() {
        return owner;
    }

    /** Whoever has its turn will not use it. */
    final void forsake() {
        owner = null;
    }

    final boolean isFree() {
        return owner == null;
    }

    /** Nobody waits for a turn any more: a thread may be about to wait for something that only another one brings. */
    final void release() {
        ThreadHooks.disarm();
        released = true;
    }

    final boolean isReleased() {
        return released;
    }

    /** The thread cannot or need not go on. */
    final void leave(RecordingSink sink) {
        EventSink next;
        Object given = sink.waiting.wokenIn();
        synchronized (this) {
            if (sink.waiting.reason != Reason.NATIVE) {
                add(sink);
            }
            next = sink == owner ? choose(given) : null;
        }
        wake(next);
    }

    /** The thread goes on without its turn, or ends. */
    final void leaveTurn(RecordingSink sink) {
        EventSink next;
        synchronized (this) {
            next = sink == owner ? choose(null) : null;
        }
        wake(next);
    }

    /** Whether a thread that has its turn, and comes to code that does not need it, goes on without, since others want it. */
    abstract boolean lendsTurn(RecordingSink sink);

    /** A thread that was inside a native, or is new, wants its turn. */
    final void want(RecordingSink sink) {
        EventSink next;
        synchronized (this) {
            arrive(sink);
            next = owner == null ? choose(null) : null;
        }
        wake(next);
    }

    /** Something came that a thread may have waited for. */
    final void changed() {
        if (owner != null || isSeeded()) {
            // Whoever leaves looks himself.
            return;
        }
        EventSink next;
        synchronized (this) {
            next = owner == null ? choose(null) : null;
        }
        wake(next);
    }

    private EventSink choose(Object given) {
        Object about = given == null ? givenLast : given;
        owner = pick(about);
        givenLast = owner == null ? about : null;
        lasted = 0;
        asked = false;
        return owner;
    }

    final long nextOrder() {
        return recorder.nextOrder();
    }

    final synchronized boolean othersCanRun() {
        return canRun();
    }

    /** Wakes who was chosen; the monitor for that was told when it was chosen. */
    private static void wake(EventSink sink) {
        if (sink != null) {
            WaitSets.wake(sink.thread(), sink.waiting.chosenIn);
        }
    }

    /** Whether a thread that waits for its turn has the one that has it asked whether it could go on without; after how long. */
    abstract long patienceNanos();

    /** Returns when it is the sink's turn. */
    final void await(RecordingSink sink) {
        int ticks = 0;
        long patience = patienceNanos();
        while (!isOwner(sink)) {
            // Whoever goes on with the sink of another thread is not woken.
            Vm.park(sink.isHandedOver() ? TICK_NANOS : patience);
            if (patience > 0 && !isOwner(sink)) {
                // From now on it is asked at each tick.
                PollHooks.ask();
                patience = 0;
            }
            if (sink.isHandedOver() && ++ticks == END_TICKS) {
                recorder.giveUp("a thread went on by itself when the program had ended, and did not let it end");
            }
            Deadlocks.answer(sink);
            if (!isOwner(sink) && sink.thread().isInterrupted()) {
                // Parking does not work then.
                Thread.yield();
            }
        }
        ThreadHooks.beginTurn();
    }

    /** Ends what waits for a time that has come. */
    @Override
    public final void run() {
        for (int tick = 1; !released; tick++) {
            Vm.park(TICK_NANOS);
            if (recorder.hasStopped()) {
                // Natives run as if nobody watched, and so do not give turns up any more.
                release();
                break;
            }
            try {
                look(tick);
                wake(next());
            } catch (OutOfMemoryError e) {
                // Who has its turn may not be known any more, and nobody is to wait for it.
                recorder.giveUpFull();
            }
        }
        while (!wakesAll()) {
            Vm.park(TICK_NANOS);
        }
    }

    private void look(int tick) {
        if (tick % LOOK_TICKS == 0) {
            lookForDeadlock();
        }
        if (tick % STUCK_TICKS == 0) {
            List<EventSink> all;
            synchronized (this) {
                all = waiting();
            }
            stuck.look(owner, all);
        }
    }

    /** Who gets the turn now; null for nobody. */
    private synchronized EventSink next() {
        boolean changed = tick(System.nanoTime());
        boolean taken = takeFromSlow();
        askOwner();
        return owner == null && (changed || taken || canRun()) ? choose(null) : null;
    }

    /** Whether all who wait were woken: with a full heap, that may have to wait for others to end. */
    private boolean wakesAll() {
        try {
            wakeAll();
            return true;
        } catch (OutOfMemoryError e) {
            for (EventSink sink : Hooks.all()) {
                if (sink != null) {
                    Vm.unpark(sink.thread());
                }
            }
            return false;
        }
    }

    /** Whether the thread that has its turn has not had it for very long. */
    final synchronized boolean isEarly() {
        return lasted < INITIALISING_TICKS;
    }

    /** Whether another one can run, only the owner itself can find out: it may be about to wait in a monitor. */
    private void askOwner() {
        if (owner == null || isSeeded()) {
            return;
        }
        boolean lasts = ++lasted % longTicks == 0;
        if (lasts) {
            asked = true;
        }
        if (lasts || patienceNanos() > 0) {
            PollHooks.ask();
        }
    }

    /** Whether the thread that has its turn has had it for long. */
    final boolean isAsked() {
        return asked;
    }

    /**
     * Whether that thread, which comes to a native, is to let others run: not where they may then wait for it in the JVM, with
     * their turn.
     */
    final boolean asks(RecordingSink sink) {
        if (!sink.isPinned() && othersCanRun() && !StuckTurn.initialises(sink)) {
            return true;
        }
        asked = false;
        return false;
    }

    /**
     * Whether that thread, which comes to a place where it can go on, may be made to wait there. Initialisers of the program let nobody
     * run but where they wait; those of the JDK, which may call what has such places, do so for a while.
     */
    final boolean mayAsk(RecordingSink sink) {
        return !isEarly() || !StuckTurn.initialises(sink);
    }

    /** A thread that is in one native for too long does not keep the others waiting; whether its turn was taken. */
    private boolean takeFromSlow() {
        EventSink now = owner;
        if (!(now instanceof RecordingSink sink) || !sink.isInside()) {
            slow = null;
        } else if (sink != slow || sink.events() != slowEvents) {
            slow = sink;
            slowEvents = sink.events();
            slowSeen = 0;
            slowPatience = 0;
        } else if (++slowSeen >= slowTicks && couldRun() && slowSeen >= patience(sink)) {
            slow = null;
            // When the thread comes out and sees that its turn was taken, it is not the owner any more.
            owner = null;
            if (sink.takeTurnAway()) {
                return true;
            }
            owner = sink;
        }
        return false;
    }

    /** For how many ticks a thread may be in a native: longer if others may then wait for it in the JVM, with their turn. */
    private int patience(RecordingSink sink) {
        if (slowPatience == 0) {
            int initialising = isSeeded() ? INITIALISING_SEEDED_TICKS : INITIALISING_TICKS;
            slowPatience = StuckTurn.initialises(sink) ? initialising : sink.isPinned() ? PINNED_TICKS : slowTicks;
        }
        return slowPatience;
    }

    /** Wakes all who wait; those in monitors last, since that may take long. */
    private void wakeAll() {
        List<EventSink> all;
        synchronized (this) {
            all = waiting();
        }
        for (int i = 0; i < all.size(); i++) {
            Vm.unpark(all.get(i).thread());
        }
        for (int i = 0; i < all.size(); i++) {
            Object monitor = all.get(i).waiting.wokenIn();
            if (monitor != null) {
                WaitSets.willWake(monitor);
                WaitSets.wake(all.get(i).thread(), monitor);
            }
        }
    }

    /**
     * Says once if threads wait for each other, or all for nobody; the program may find a way out by itself. If it cannot, whoever
     * waits for that is told: threads in a deadlock may have others beside them, which may end later or never.
     */
    private void lookForDeadlock() {
        if (deadlockSaid && (endTold || !recorder.tellsStandstill())) {
            return;
        }
        List<String> circle = Deadlocks.describe();
        List<String> lines = circle.isEmpty() ? standstill() : circle;
        if (lines.isEmpty()) {
            return;
        }
        boolean ends = recorder.tellsStandstill() && (!standstill().isEmpty() || Deadlocks.areForEver());
        if (!deadlockSaid) {
            deadlockSaid = true;
            recorder.stuck(lines, ends);
        }
        if (ends) {
            endTold = true;
            recorder.standsStill();
        }
    }

    private List<String> standstill() {
        return owner == null && BesideHooks.besides() == 0 ? Deadlocks.standstill() : List.of();
    }
}
