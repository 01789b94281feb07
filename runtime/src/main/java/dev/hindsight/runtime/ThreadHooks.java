package dev.hindsight.runtime;

import dev.hindsight.runtime.Waiting.Reason;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * What instrumented code calls where threads meet, in the mode in which one thread runs at a time.
 *
 * <p>The thread whose turn it is runs; all others wait, in here or inside a native. Whatever would block is done in here
 * instead: the thread leaves its turn in the middle of an event, and the event ends when it has its turn again. Before the
 * first thread is started nothing is armed, and every method is a test of one field.
 *
 * <p>Monitors are the JVM's own. Nobody enters one that another thread of the program holds, so the JVM never has to choose.
 */
public final class ThreadHooks {
    /** How long to wait at most for a thread to be put away: it may need a monitor that another thread is in. */
    private static final long PUT_AWAY_NANOS = 1_000_000_000;

    /** How a thread waits for a monitor to be given up that is about to be: first so often, then so often for so long. */
    private static final int SPINS = 200;

    private static final int PARKS = 20;
    private static final long PARK_NANOS = 20_000;

    private static final long MOST_MILLIS = 100L * 365 * 24 * 60 * 60 * 1000;

    /** Whether there is more than one thread, and they take turns; written before the second thread starts. */
    private static boolean armed;

    /** Whether they did, and do not any more. */
    private static volatile boolean disarmed;

    /** The monitor in which the thread that had its turn before is about to wait; null for none. */
    private static volatile Object givenUp;

    /** The thread that has run its last code, but which the JVM may not have put away yet; null for none. */
    private static volatile Thread ended;

    private ThreadHooks() {}

    /** Has all that counts and waits ready. */
    public static void initialise() {
        Vm.ensureInitialized(Now.class);
        Vm.ensureInitialized(PollHooks.class);
        Vm.ensureInitialized(BesideHooks.class);
    }

    /** From now on threads take turns; it is the current one's. */
    public static void arm() {
        Now.running = Thread.currentThread();
        armed = true;
        PollHooks.aim(Hooks.current());
    }

    /** The current thread lets all others run from here on, which a replay comes to, but not past. */
    public static void releaseTurns(EventSink sink) {
        if (sink.begin(Hooks.Rows.turnsReleased)) {
            sink.calls();
            sink.completes();
            sink.end();
        }
    }

    /** From now on threads run as they like; those that wait in here go on as if woken without a reason. */
    public static void disarm() {
        disarmed = true;
        Owners.stop();
        armed = false;
        PollHooks.stop();
    }

    public static boolean isArmed() {
        return armed;
    }

    /** Where events of the current thread go; null if what it does is not the program's doing. */
    static EventSink sink() {
        EventSink sink = Hooks.current();
        return sink == null || sink.muted != 0 ? null : sink;
    }

    /** A virtual thread has come to its carrier, or left it. */
    public static void mounted() {
        if (armed && sink() != null) {
            Now.running = Thread.currentThread();
        }
    }

    /**
     * The JVM made a virtual thread leave its carrier, for a monitor that another thread was inside. It was not seen to be there,
     * so no turn was given up for it.
     */
    public static void unblocked(Thread virtual) {
        Supervisor chosen = Hooks.supervisor;
        if (armed && chosen != null) {
            StackTraceElement[] stack = virtual.getStackTrace();
            String where = stack.length == 0 ? "" : " in " + stack[0];
            chosen.turnLost("the JVM made a virtual thread wait for a monitor" + where);
        }
    }

    /** A place where the thread could go on, but may let others run. */
    static void leaveAt(EventSink sink, int row) {
        long place = PollHooks.nextPlace();
        if (!leavesAt(sink, row, place)) {
            return;
        }
        letOthersRun(sink, row, place);
    }

    static void letOthersRun(EventSink sink, int row, long position) {
        if (!sink.isSeeded()) {
            sink.begin(row);
            sink.inNumber(position);
        }
        letOthersRun(sink, Reason.NOTHING, null, 0);
    }

    static boolean leavesAt(EventSink sink, int row, long place) {
        sink.mute();
        try {
            return sink.leavesAt(row, place);
        } finally {
            sink.unmute();
        }
    }

    /** What a thread that cannot go on does until it can. */
    private static void waitFor(EventSink sink, int row, Reason reason, Object monitor, long deadline) {
        if (!sink.isSeeded()) {
            sink.begin(row);
        }
        letOthersRun(sink, reason, monitor, deadline);
    }

    /** The JVM would make others wait for the end of this code, and not tell. */
    public static void pin() {
        EventSink sink = armed ? sink() : null;
        if (sink != null) {
            sink.pinned++;
        }
    }

    public static void unpin() {
        EventSink sink = armed ? sink() : null;
        if (sink != null && sink.pinned > 0) {
            sink.pinned--;
        }
    }

    /** The middle and the end of an event in which others run; apart, since it is long and rare for code that runs often. */
    @DontInline
    private static void letOthersRun(EventSink sink, Reason reason, Object monitor, long deadline) {
        sink.waiting.start(reason, monitor, deadline);
        if (reason == Reason.NOTIFICATION) {
            givenUp = monitor;
        }
        sink.leave();
        if (reason == Reason.NOTIFICATION) {
            awaitInside(sink, monitor);
        } else {
            sink.awaitTurn();
        }
        if (!sink.isSeeded()) {
            sink.completes();
            sink.end();
        }
    }

    /**
     * Sleeps by the clock of the schedule, in the middle of an event.
     *
     * @return whether the thread was interrupted
     */
    public static boolean sleep(EventSink sink, long nanos) {
        if (!Thread.currentThread().isInterrupted()) {
            sink.waiting.start(Reason.TIME, null, after(sink, nanos));
            sink.leave();
            sink.awaitTurn();
        }
        return Thread.interrupted();
    }

    /** Waiting in a monitor is the only way to give it up. */
    private static void awaitInside(EventSink sink, Object monitor) {
        sink.mute();
        boolean interrupted = false;
        try {
            for (int looks = 0; !sink.isTurn() || isKept(monitor); ) {
                try {
                    if (sink.isTurn()) {
                        looks = lookAgain(monitor, looks);
                    } else {
                        sink.waitIn(monitor);
                    }
                } catch (InterruptedException e) {
                    // Waiting would not give the monitor up.
                    interrupted = true;
                }
            }
            beginTurn();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            sink.unmute();
        }
    }

    /**
     * Whether the thread that had its turn before is still inside the monitor in which it is about to wait. It may not have woken
     * this one yet, which it does from inside the monitor in which this one is: who waits for it has to give that one up.
     */
    private static boolean isKept(Object monitor) {
        Object given = givenUp;
        return given != null && given != monitor && Monitors.isHeld(given) && !Thread.holdsLock(given) && !disarmed;
    }

    /** Waits for a moment, and longer if a moment was not enough; returns how often. */
    private static int lookAgain(Object monitor, int looks) throws InterruptedException {
        if (looks < SPINS) {
            Thread.onSpinWait();
        } else if (looks < SPINS + PARKS) {
            Vm.park(PARK_NANOS);
        } else {
            monitor.wait(1);
        }
        return looks + 1;
    }

    /** The current thread's turn begins: the one before may not have come to its end or to give up its monitor yet. */
    public static void beginTurn() {
        Hooks.current().waiting.end();
        if (disarmed) {
            return;
        }
        Now.running = Thread.currentThread();
        PollHooks.beginTurn();
        awaitPutAway();
        Object monitor = givenUp;
        givenUp = null;
        if (monitor != null && !Thread.holdsLock(monitor)) {
            synchronized (monitor) {
                return;
            }
        }
    }

    /** If this is a thread that has ended, returns when the JVM has put it away. */
    static void awaitEnd(Object monitor) {
        if (monitor == ended) {
            awaitPutAway();
        }
    }

    /** The JVM enters the monitor of a thread to put it away; if the current one joins it, it has to leave that first. */
    private static void awaitPutAway() {
        Thread thread = ended;
        if (thread == null || Thread.holdsLock(thread)) {
            return;
        }
        long start = System.nanoTime();
        while ((thread.isAlive() || isBeingPutAway(thread)) && System.nanoTime() - start < PUT_AWAY_NANOS) {
            Thread.yield();
        }
        ended = null;
    }

    /** Whether somebody is inside the monitor of a thread that is none of the program's: the JVM, which puts the thread away. */
    private static boolean isBeingPutAway(Thread thread) {
        long owner = Monitors.owner(thread);
        if (owner <= 0) {
            return owner < 0;
        }
        for (EventSink sink : Hooks.all()) {
            if (sink != null && sink.thread() != thread && Monitors.isOwner(sink, owner)) {
                return false;
            }
        }
        return true;
    }

    // ---- beginning and end

    /** At the beginning of {@code run} methods. */
    public static void begin(Object task) {
        if (armed && task == Thread.currentThread()) {
            threadBegun();
        }
    }

    static void threadBegun() {
        EventSink sink = sink();
        if (armed && sink != null && sink.begins()) {
            sink.firstUse();
            beginFirstTurn(sink);
        }
    }

    private static void beginFirstTurn(EventSink sink) {
        if (sink.isAdmitted()) {
            sink.awaitTurn();
        } else {
            sink.begin(Hooks.Rows.threadBegun);
            sink.awaitFirstTurn();
            sink.completes();
            sink.end();
        }
    }

    /** The virtual machine ends all, on a thread that goes on where another one stopped; from here on, no other runs. */
    public static void rejoin() {
        EventSink sink = sink();
        if (armed && sink != null) {
            beginFirstTurn(sink);
        }
    }

    /** The thread will run no more code of the program. */
    public static void threadEnded(Thread thread) {
        EventSink sink = thread == Thread.currentThread() ? Hooks.current() : null;
        if (!armed || sink == null) {
            return;
        }
        sink.restore();
        sink.finished = true;
        // It keeps its turn to the end: whoever has the next one waits until the JVM has put this thread away.
        sink.pinned++;
        awaitPutAway();
        ended = thread;
        WaitSets.notify(thread, true);
        if (!sink.isSeeded()) {
            sink.begin(Hooks.Rows.threadEnded);
            sink.calls();
            sink.completes();
            sink.end();
        }
        sink.finish();
    }

    /** Whether a thread lives: one that has ended, but which the JVM has not put away, does not. */
    public static boolean isAlive(Thread thread) {
        return !isEnded(thread) && thread.isAlive();
    }

    /** Whether this is a thread that has ended, whatever the JVM says. */
    public static boolean isEnded(Object object) {
        EventSink sink = armed && object instanceof Thread thread ? Hooks.of(thread) : null;
        return sink != null && sink.finished;
    }

    /** The answer to a call of {@code isAlive}, of a thread or of something else. */
    public static boolean lives(boolean ended, boolean alive) {
        return alive && !ended;
    }

    /** The state of a thread that takes turns, for the program: that of the JVM, null for which, tells how it waits for its turn. */
    public static Thread.State state(Thread thread) {
        EventSink sink = armed && sink() != null ? Hooks.of(thread) : null;
        if (sink == null) {
            return null;
        }
        return sink.finished ? Thread.State.TERMINATED : sink.waiting.state;
    }

    // ---- waiting for each other

    public static void yieldTurn() {
        if (Vm.isVirtual(Thread.currentThread())) {
            Thread.yield();
        }
        EventSink sink = armed ? sink() : null;
        if (sink != null && sink.pinned == 0) {
            leaveAt(sink, Hooks.Rows.threadYielded);
        }
    }

    /** Before a monitor is entered. */
    public static void enter(Object monitor) {
        if (armed && monitor != null) {
            enterArmed(monitor);
        }
    }

    /**
     * Apart, so that the JIT does not put it into the loops of the program: what they read would be read again after it, even where
     * they never come here.
     */
    @DontInline
    private static void enterArmed(Object monitor) {
        EventSink sink = WaitSets.isFree(monitor) ? null : sink();
        if (sink == null) {
            return;
        }
        if (sink.leavesBefore(Hooks.Rows.monitorEntered, monitor)) {
            boolean blocking = beginBlocking(sink);
            waitFor(sink, Hooks.Rows.monitorEntered, Reason.ENTER, monitor, 0);
            endBlocking(sink, blocking);
        }
        if (Vm.isVirtual(Thread.currentThread())) {
            WaitSets.awaitLeaving(sink, monitor);
        }
    }

    /**
     * A virtual thread is about to wait on its carrier. Its turn lasts until it waits: a replay knows that it does by what comes
     * next.
     */
    private static boolean beginBlocking(EventSink sink) {
        if (!Vm.isVirtual(Thread.currentThread())) {
            return false;
        }
        sink.pinned++;
        try {
            return Carriers.beginBlocking();
        } finally {
            sink.pinned--;
        }
    }

    /** It has its turn again, and keeps it: what it waited for must not go to another one meanwhile. */
    private static void endBlocking(EventSink sink, boolean begun) {
        if (begun) {
            sink.pinned++;
            try {
                Carriers.endBlocking();
            } finally {
                sink.pinned--;
            }
        }
    }

    public static void park(Unsafe unsafe, boolean absolute, long time) {
        EventSink sink = armed ? sink() : null;
        if (sink == null) {
            if (!disarmed || !takesPermit(Hooks.current())) {
                unsafe.park(absolute, time);
            }
            return;
        }
        if (!takesPermit(sink)) {
            parkArmed(sink, absolute, time);
        }
    }

    /** Apart, as {@link #enterArmed}. */
    @DontInline
    private static void parkArmed(EventSink sink, boolean absolute, long time) {
        if (Thread.currentThread().isInterrupted() || time < 0 || absolute && time == 0) {
            return;
        }
        long deadline = 0;
        if (absolute) {
            // What is known in advance has to be known in a replay.
            long millis = sink.isSeeded() ? CallHooks.currentTimeMillis() : System.currentTimeMillis();
            deadline = after(sink, nanos(time - millis));
        } else if (time > 0) {
            deadline = after(sink, time);
        }
        waitFor(sink, Hooks.Rows.threadParked, Reason.PERMIT, null, deadline);
        sink.waiting.permit = false;
    }

    private static boolean takesPermit(EventSink sink) {
        boolean had = sink != null && sink.waiting.permit;
        if (had) {
            sink.waiting.permit = false;
        }
        return had;
    }

    /** As nanoseconds; what is longer than a hundred years is a hundred years. */
    private static long nanos(long millis) {
        return Math.min(millis, MOST_MILLIS) * 1_000_000;
    }

    private static long after(EventSink sink, long nanos) {
        long deadline = sink.now() + nanos;
        return deadline == 0 ? 1 : deadline;
    }

    public static void unpark(Unsafe unsafe, Object thread) {
        EventSink sink = armed && thread != null ? Hooks.of((Thread) thread) : null;
        if (sink == null || sink.waiting.reason == Reason.NATIVE) {
            // In a native, a thread may wait in queues of the JDK itself.
            unsafe.unpark(thread);
        }
        if (sink != null) {
            sink.waiting.permit = true;
            sink.changed();
            if (disarmed) {
                unsafe.unpark(thread);
            }
        }
    }

    public static void wait(Object monitor) throws InterruptedException {
        wait(monitor, 0);
    }

    public static void wait(Object monitor, long millis, int nanos) throws InterruptedException {
        if (nanos < 0 || nanos > 999_999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        wait(monitor, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
    }

    public static void wait(Object monitor, long millis) throws InterruptedException {
        EventSink sink = armed ? sink() : null;
        if (sink == null || millis < 0 || !Thread.holdsLock(monitor)) {
            monitor.wait(millis);
            return;
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        boolean blocking = beginBlocking(sink);
        waits(sink, true);
        long deadline = millis == 0 ? 0 : after(sink, nanos(millis));
        waitFor(sink, Hooks.Rows.monitorWaited, Reason.NOTIFICATION, monitor, deadline);
        waits(sink, false);
        endBlocking(sink, blocking);
        if (!sink.waiting.notified && Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    public static void notify(Object monitor) {
        notify(monitor, false);
    }

    public static void notifyAll(Object monitor) {
        notify(monitor, true);
    }

    private static void notify(Object monitor, boolean all) {
        EventSink sink = armed ? sink() : null;
        if (sink == null || !Thread.holdsLock(monitor)) {
            if (all) {
                monitor.notifyAll();
            } else {
                monitor.notify();
            }
        } else {
            sink.mute();
            try {
                WaitSets.notify(monitor, all);
            } finally {
                sink.unmute();
            }
        }
    }

    private static void waits(EventSink sink, boolean now) {
        sink.mute();
        try {
            if (now) {
                WaitSets.add(sink);
            } else {
                WaitSets.remove(sink);
            }
        } finally {
            sink.unmute();
        }
    }

    /** What the collector puts into a queue comes from outside. */
    static Reference<?> remove(ReferenceQueue<?> queue, long millis) throws InterruptedException {
        if (Finalizers.isQueue(queue)) {
            // The run method of its thread has no hook.
            threadBegun();
        }
        EventSink sink = millis >= 0 && Hooks.supervisor != null ? sink() : null;
        if (sink != null) {
            sink.firstUse();
        }
        if (sink == null || !sink.begin(Hooks.Rows.referenceAwaited)) {
            return queue.remove(millis);
        }
        sink.inNumber(millis);
        boolean permit = sink.waiting.permit;
        boolean blocking = beginBlocking(sink);
        try {
            Reference<?> removed = sink.calls() ? removeReal(sink, queue, millis) : null;
            sink.completes();
            long number = sink.number(References.number(removed));
            sink.end();
            sink.tookReference(number);
            return removed == null && number != 0 ? References.numbered(sink, number) : removed;
        } finally {
            // Whoever fills the queue wakes this thread, but only where it really waits.
            sink.waiting.permit = permit;
            endBlocking(sink, blocking);
        }
    }

    private static Reference<?> removeReal(EventSink sink, ReferenceQueue<?> queue, long millis)
            throws InterruptedException {
        try {
            return removeMuted(sink, queue, millis);
        } catch (InterruptedException e) {
            sink.threw(e);
            sink.end();
            throw e;
        }
    }

    private static Reference<?> removeMuted(EventSink sink, ReferenceQueue<?> queue, long millis)
            throws InterruptedException {
        sink.mute();
        sink.waiting.forCollector = millis == 0;
        try {
            return Finalizers.isQueue(queue) ? Finalizers.take() : queue.remove(millis);
        } finally {
            sink.waiting.forCollector = false;
            sink.unmute();
        }
    }

    /** A thread is interrupted; whether the JVM has to wake it. */
    public static boolean interrupts(Thread thread) {
        EventSink sink = armed ? Hooks.of(thread) : null;
        if (sink == null || thread == Thread.currentThread()) {
            return true;
        }
        Reason reason = sink.waiting.reason;
        sink.waiting.interrupted = true;
        sink.changed();
        return reason == Reason.NATIVE;
    }
}
