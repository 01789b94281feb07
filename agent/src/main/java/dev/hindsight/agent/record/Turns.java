package dev.hindsight.agent.record;

import dev.hindsight.runtime.Deadlocks;
import dev.hindsight.runtime.OwnThreads;
import dev.hindsight.runtime.ThreadHooks;
import dev.hindsight.runtime.Vm;
import dev.hindsight.runtime.Waiting;
import dev.hindsight.runtime.Waiting.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets one thread of the program run at a time, and decides which.
 *
 * <p>Who leaves picks the next: of those who can go on, the one who has waited longest. If nobody can, the turn is free, and
 * is taken by the first whose native returns or whose time has come; a thread of ours looks after the time.
 */
final class Turns implements Runnable {
    private static final long TICK_NANOS = 1_000_000;
    /** How often to look whether threads wait for each other, in ticks. */
    private static final int LOOK_TICKS = 2000;

    private final Recorder recorder;
    private final List<RecordingSink> waiting = new ArrayList<>();
    private volatile RecordingSink owner;
    /** Whether threads run as they like, since the rest cannot be replayed anyway. */
    private volatile boolean released;

    private boolean deadlockSaid;

    /** A thread that was in a native at the last tick, and how many events it had had. */
    private RecordingSink slow;

    private long slowEvents;

    Turns(Recorder recorder) {
        this.recorder = recorder;
    }

    void start(RecordingSink first) {
        owner = first;
        OwnThreads.start("hindsight-turns", this);
    }

    boolean isOwner(RecordingSink sink) {
        return owner == sink || released;
    }

    /** Nobody waits for a turn any more: a thread may be about to wait for something that only another one brings. */
    void release() {
        ThreadHooks.disarm();
        released = true;
    }

    /** Whether another thread could run now. */
    synchronized boolean othersCanRun() {
        return next(null) != null;
    }

    /** The thread cannot or need not go on. */
    void leave(RecordingSink sink) {
        RecordingSink next;
        Object given = sink.waiting.wokenIn();
        synchronized (this) {
            if (sink.waiting.reason != Reason.NATIVE) {
                waiting.add(sink);
            }
            next = sink == owner ? choose(given) : null;
        }
        wake(next);
    }

    /** The thread will not come back. */
    void leaveForGood(RecordingSink sink) {
        RecordingSink next;
        synchronized (this) {
            next = sink == owner ? choose(null) : null;
        }
        wake(next);
    }

    /** A thread that was inside a native, or is new, wants its turn. */
    void want(RecordingSink sink) {
        synchronized (this) {
            if (owner == null) {
                owner = sink;
            } else {
                waiting.add(sink);
            }
        }
    }

    /** Something came that a thread may have waited for. */
    void changed() {
        RecordingSink next = null;
        synchronized (this) {
            if (owner == null) {
                next = choose(null);
            }
        }
        wake(next);
    }

    /** @param given a monitor that is about to be given up */
    private RecordingSink choose(Object given) {
        RecordingSink next = next(given);
        waiting.remove(next);
        if (next != null) {
            next.wokenIn = next.waiting.wokenIn();
            ThreadHooks.willWake(next.wokenIn);
        }
        owner = next;
        return next;
    }

    private RecordingSink next(Object given) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).waiting.isOver(given)) {
                return waiting.get(i);
            }
        }
        return null;
    }

    /** Wakes who was chosen; the monitor for that was told when it was chosen. */
    private void wake(RecordingSink sink) {
        if (sink != null) {
            ThreadHooks.wake(sink.thread(), sink.wokenIn);
        }
    }

    /** Returns when it is the sink's turn. */
    void await(RecordingSink sink) {
        while (!isOwner(sink)) {
            Vm.park(0);
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
    public void run() {
        for (int tick = 1; !released; tick++) {
            Vm.park(TICK_NANOS);
            if (tick % LOOK_TICKS == 0 && !deadlockSaid) {
                lookForDeadlock();
            }
            RecordingSink next = null;
            synchronized (this) {
                long now = System.nanoTime();
                for (int i = 0; i < waiting.size(); i++) {
                    Waiting state = waiting.get(i).waiting;
                    if (state.deadline != 0 && state.deadline - now <= 0) {
                        state.timedOut = true;
                    }
                }
                takeFromSlow();
                if (owner == null) {
                    next = choose(null);
                }
            }
            wake(next);
        }
        wakeAll();
    }

    /** A thread that is in one native from one tick to the next does not keep the others waiting. */
    private void takeFromSlow() {
        RecordingSink now = owner;
        if (now == null || !now.isInside()) {
            slow = null;
        } else if (now != slow || now.events() != slowEvents) {
            slow = now;
            slowEvents = now.events();
        } else if (next(null) != null) {
            slow = null;
            // When the thread comes out and sees that its turn was taken, it is not the owner any more.
            owner = null;
            if (!now.takeTurnAway()) {
                owner = now;
            }
        }
    }

    /** Wakes all who wait; those in monitors last, since that may take long. */
    private void wakeAll() {
        List<RecordingSink> all;
        synchronized (this) {
            all = new ArrayList<>(waiting);
        }
        for (int i = 0; i < all.size(); i++) {
            Vm.unpark(all.get(i).thread());
        }
        for (int i = 0; i < all.size(); i++) {
            Object monitor = all.get(i).waiting.wokenIn();
            if (monitor != null) {
                ThreadHooks.willWake(monitor);
                ThreadHooks.wake(all.get(i).thread(), monitor);
            }
        }
    }

    /** Says once if threads wait for each other; the program may find a way out by itself. */
    private void lookForDeadlock() {
        List<String> lines = Deadlocks.describe();
        if (!lines.isEmpty()) {
            deadlockSaid = true;
            recorder.say("deadlock: " + String.join("\nhindsight: deadlock: ", lines));
        }
    }
}
