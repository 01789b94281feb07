package dev.hindsight.runtime;

/** What one thread waits for while another one has its turn. */
public final class Waiting {
    /** Why a thread lets others run. */
    public enum Reason {
        /** It could go on at once. */
        NOTHING,
        /** It wants a monitor that another thread holds. */
        ENTER,
        /** It waits in a monitor to be notified. */
        NOTIFICATION,
        /** It is parked. */
        PERMIT,
        /** It sleeps. */
        TIME,
        /** It is inside a native, and nobody knows for how long. */
        NATIVE
    }

    /** Read by whoever looks for the next thread. */
    public volatile Reason reason = Reason.NOTHING;

    public volatile Object monitor;
    /** Who waits, or was seen last: the thread itself or a virtual one that it carries. */
    private volatile Thread thread;

    /** When waiting ends by itself, as {@code System.nanoTime} counts; 0 for never. */
    public volatile long deadline;

    /** What the program sees; changes only while a thread has its turn, so that it is the same in every run. */
    public volatile Thread.State state = Thread.State.RUNNABLE;

    /** Whether nobody can wake the thread but the collector, for which nothing is left to do once all others wait for good. */
    volatile boolean forCollector;

    /** The thread's answer to the last question of {@link Deadlocks}. */
    volatile boolean isInside;

    /** How often the thread has begun to wait; written by itself. */
    volatile int begun;

    /** The permit that an unpark gives. */
    public volatile boolean permit;

    /** The monitor in which the thread is to be woken; whoever chooses it sets this. */
    public volatile Object chosenIn;

    public volatile boolean notified;
    public volatile boolean interrupted;
    public volatile boolean timedOut;

    void start(Reason why, Object in, long until) {
        thread = Thread.currentThread();
        begun++;
        monitor = in;
        deadline = until;
        notified = false;
        interrupted = false;
        timedOut = false;
        state = switch (why) {
            case NOTHING, NATIVE -> Thread.State.RUNNABLE;
            case ENTER -> Thread.State.BLOCKED;
            case NOTIFICATION, PERMIT, TIME -> until == 0 ? Thread.State.WAITING : Thread.State.TIMED_WAITING;
        };
        reason = why;
    }

    public Thread thread() {
        return thread;
    }

    /** The current thread is about to do something that may take long. */
    public void seen() {
        Thread current = Thread.currentThread();
        if (thread != current) {
            thread = current;
        }
    }

    /**
     * A native may take long.
     *
     * @param waits whether all it does is to wait
     */
    public void startNative(boolean waits) {
        state = waits ? Thread.State.TIMED_WAITING : Thread.State.RUNNABLE;
        reason = Reason.NATIVE;
    }

    void end() {
        state = Thread.State.RUNNABLE;
        reason = Reason.NOTHING;
        monitor = null;
    }

    /** The monitor to enter so that the thread wakes up; null if it can be woken without. */
    public Object wokenIn() {
        return reason == Reason.NOTIFICATION ? monitor : null;
    }

    /**
     * Whether the thread could go on if it had its turn.
     *
     * @param given a monitor that its holder is about to give up
     */
    public boolean isOver(Object given) {
        return switch (reason) {
            case NOTHING -> true;
            case ENTER -> monitor == given || !WaitSets.isHeld(monitor);
            case NOTIFICATION ->
                (notified || interrupted || timedOut) && (monitor == given || !WaitSets.isHeld(monitor));
            case PERMIT -> permit || interrupted || timedOut;
            case TIME -> interrupted || timedOut;
            case NATIVE -> false;
        };
    }
}
