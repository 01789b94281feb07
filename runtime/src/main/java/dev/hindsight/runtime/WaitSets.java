package dev.hindsight.runtime;

/**
 * Who waits in which monitor, and who is being woken there.
 *
 * <p>A thread that waits, for a notification or for its turn, does so in the monitor itself, since that is the only way to give
 * it up. So whoever wakes it enters the monitor for a moment, and it may be awake in there for a moment without its turn. Neither
 * counts as being inside.
 */
public final class WaitSets {
    /** Threads that wait in monitors, those who came first in front. */
    private static EventSink[] waiters = new EventSink[8];

    private static int waiterCount;

    /** Monitors that somebody enters for a moment to wake a thread. */
    private static Object[] wakers = new Object[8];

    private static volatile int wakerCount;

    /** How often somebody did. */
    private static volatile long wakes;

    private WaitSets() {}

    /**
     * Somebody is about to wake a thread, which may be awake by then, and will enter a monitor to do so.
     *
     * @param monitor null if none is needed
     */
    public static synchronized void willWake(Object monitor) {
        if (monitor != null) {
            if (wakerCount == wakers.length) {
                Object[] more = new Object[2 * wakerCount];
                System.arraycopy(wakers, 0, more, 0, wakerCount);
                wakers = more;
            }
            wakers[wakerCount] = monitor;
            wakerCount++;
            wakes++;
        }
    }

    /** Wakes a thread of which {@link #willWake} was told. */
    public static void wake(Thread thread, Object monitor) {
        if (monitor == null) {
            Vm.unpark(thread);
            return;
        }
        synchronized (monitor) {
            // The one that ends the virtual machine goes on where a thread stopped that is no more.
            if (Vm.hasVirtualThreads() && thread.isAlive()) {
                Carriers.wake(thread);
            } else {
                monitor.notifyAll();
            }
        }
        hasWoken(monitor);
    }

    private static synchronized void hasWoken(Object monitor) {
        for (int i = 0; i < wakerCount; i++) {
            if (wakers[i] == monitor) {
                wakerCount--;
                wakers[i] = wakers[wakerCount];
                wakers[wakerCount] = null;
                return;
            }
        }
    }

    /** Whether nobody is inside a monitor, nor about to wake somebody there; most of the time this is all there is to know. */
    static boolean isFree(Object monitor) {
        return wakerCount == 0 && !Monitors.isHeld(monitor);
    }

    /**
     * Whether another thread is inside a monitor and stays there. One that wakes up in it although it does not have its turn
     * leaves it at once.
     */
    public static boolean isTaken(EventSink sink, Object monitor) {
        if (isFree(monitor)) {
            return false;
        }
        sink.mute();
        try {
            return isTaken(monitor);
        } finally {
            sink.unmute();
        }
    }

    private static boolean isTaken(Object monitor) {
        return !Thread.holdsLock(monitor) && isHeld(monitor);
    }

    /** Whether a thread, maybe the current one, is inside a monitor and stays there. */
    static boolean isHeld(Object monitor) {
        if (isFree(monitor)) {
            return false;
        }
        ThreadHooks.awaitEnd(monitor);
        while (true) {
            long before = wakes;
            if (!isBeingWoken(monitor)) {
                long owner = Monitors.owner(monitor);
                if (owner == 0) {
                    return false;
                }
                if (!isWaiter(owner, monitor) && before == wakes) {
                    return true;
                }
            }
            Thread.onSpinWait();
        }
    }

    /**
     * Returns when nobody is inside a monitor for a moment only, to wake a thread or about to wait: for such a one the JVM would let a
     * virtual thread wait.
     */
    static void awaitLeaving(EventSink sink, Object monitor) {
        isTaken(sink, monitor);
    }

    private static synchronized boolean isBeingWoken(Object monitor) {
        for (int i = 0; i < wakerCount; i++) {
            if (wakers[i] == monitor) {
                return true;
            }
        }
        return false;
    }

    private static synchronized boolean isWaiter(long owner, Object monitor) {
        for (int i = 0; i < waiterCount; i++) {
            if (waiters[i].waiting.monitor == monitor && Monitors.isOwner(waiters[i], owner)) {
                return true;
            }
        }
        return false;
    }

    static synchronized void notify(Object monitor, boolean all) {
        for (int i = 0; i < waiterCount; i++) {
            Waiting waiting = waiters[i].waiting;
            if (waiting.monitor == monitor && !waiting.notified) {
                waiting.notified = true;
                waiting.state = Thread.State.BLOCKED;
                if (!all) {
                    return;
                }
            }
        }
    }

    static synchronized void add(EventSink sink) {
        if (waiterCount == waiters.length) {
            EventSink[] more = new EventSink[2 * waiterCount];
            System.arraycopy(waiters, 0, more, 0, waiterCount);
            waiters = more;
        }
        waiters[waiterCount++] = sink;
    }

    static synchronized void remove(EventSink sink) {
        int kept = 0;
        for (int i = 0; i < waiterCount; i++) {
            if (waiters[i] != sink) {
                waiters[kept++] = waiters[i];
            }
        }
        waiterCount = kept;
        waiters[kept] = null;
    }
}
