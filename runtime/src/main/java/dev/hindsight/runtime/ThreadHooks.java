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
    /** After how many polls to ask whether a turn is over, unless a schedule says. */
    public static final int QUANTUM = 20_000;

    /** After how many polls a thread is to be stopped that could not be where it was to be. */
    private static final int PINNED_POLLS = 32;

    /** How long to wait at most for a thread to be put away: it may need a monitor that another thread is in. */
    private static final long PUT_AWAY_NANOS = 1_000_000_000;

    /** How a thread waits for a monitor to be given up that is about to be: first so often, then so often for so long. */
    private static final int SPINS = 200;

    private static final int PARKS = 20;
    private static final long PARK_NANOS = 20_000;

    /**
     * How many calls deep the stack must reach for a thread to be stopped: if it ended in the middle of that, nobody would have the turn. Some
     * threads of the JDK have small stacks.
     */
    private static final int CALLS = 150;

    /** A position has the number of polls in its lowest bits, and above them how often they were counted anew. */
    private static final int COUNT_BITS = 20;

    private static final int MOST_COUNTED = (1 << COUNT_BITS) - 1;
    private static final int MOST_BEGINNINGS = (1 << Integer.SIZE - COUNT_BITS) - 1;

    private static final long MOST_MILLIS = 100L * 365 * 24 * 60 * 60 * 1000;

    /** Whether there is more than one thread, and they take turns; written before the second thread starts. */
    private static boolean armed;

    /** Whether they did, and do not any more. */
    private static volatile boolean disarmed;

    /**
     * What all threads look at all the time and hardly anybody changes; apart from what the running thread counts, or they would wait
     * for each other's caches.
     */
    private static final class Now {
        /** The thread whose turn it is, once there is more than one; only this one counts. Finalizers run beside it. */
        static Thread running;

        /** How many threads run without their turn; written only by those who have it. */
        static int besides;
    }

    private static int quantum = QUANTUM;

    /** How many polls are left before others may run; of the thread that runs. */
    private static int fuel = QUANTUM;

    /** How many there were at first. */
    private static int granted = QUANTUM;

    /** What the fuel must not fall below: more than nothing if the thread is to be stopped before it has used it up. */
    private static int limit;

    /** The same where the thread is to be stopped by plan, whoever asks before that. */
    private static int planned;

    /** How often the running thread has used its fuel up in its turn, or since it began to count anew. */
    private static int refuels;

    /** How often it has begun to count anew, since its stack had ended, and the last error that said so. */
    private static int beginnings;

    private static Throwable stackEnd;

    /** How many were passed before that, and have not been asked for. */
    private static long spent;

    /** How many places the running thread has passed in its turn where it could have let others run. */
    private static long places;

    /** Whether no thread may do so any more. */
    private static volatile boolean together;

    /** The monitor in which the thread that had its turn before is about to wait; null for none. */
    private static volatile Object givenUp;

    /** The thread that has run its last code, but which the JVM may not have put away yet; null for none. */
    private static volatile Thread ended;

    /** The collection of the JDK that the running thread has called from code of the program, and the one that this one uses. */
    private static Object used;

    private static Object usedBehind;

    private ThreadHooks() {}

    /** From now on threads take turns; it is the current one's. */
    public static void arm() {
        Now.running = Thread.currentThread();
        armed = true;
        aim(Hooks.current());
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
        limit = 0;
        armed = false;
        Now.running = null;
        used = null;
        usedBehind = null;
        stackEnd = null;
    }

    public static boolean isArmed() {
        return armed;
    }

    private static EventSink sink() {
        EventSink sink = Hooks.current();
        return sink == null || sink.muted != 0 ? null : sink;
    }

    // ---- positions in running code

    /** Where a running thread can be made to wait: before jumps backwards, and where else code was given a poll. */
    public static void poll() {
        if (Thread.currentThread() == Now.running && --fuel < limit) {
            usedUp(true);
        }
    }

    /** Before a loop that counts: its iterations pass as many polls. */
    public static void passLoop(int length) {
        if (Thread.currentThread() == Now.running && length > 0 && (fuel -= length) < limit) {
            usedUp(true);
        }
    }

    /** A poll where threads may run beside each other: those that do come first. */
    public static void pollBeside() {
        long number = Vm.threadId(Thread.currentThread());
        if (!Pace.has(number)) {
            pollInTurn();
        } else if (Pace.count(number)) {
            lookBeside();
        }
    }

    public static void passLoopBeside(int length) {
        long number = Vm.threadId(Thread.currentThread());
        if (!Pace.has(number)) {
            if (isCarriedBeside()) {
                lookBeside();
            } else {
                passLoop(length);
            }
        } else if (Pace.count(number)) {
            lookBeside();
        }
    }

    private static void pollInTurn() {
        if (isCarriedBeside()) {
            lookBeside();
        } else {
            poll();
        }
    }

    /** A virtual thread runs beside others under the number of its carrier. */
    private static boolean isCarriedBeside() {
        return Now.besides != 0 && Thread.currentThread() != Now.running && Vm.isVirtual(Thread.currentThread());
    }

    /** The same in code of the JDK, all of which needs the turn. */
    public static void pollInJdk() {
        if (Thread.currentThread() == Now.running && --fuel < limit) {
            usedUp(false);
        }
    }

    public static void passLoopInJdk(int length) {
        if (Thread.currentThread() == Now.running && length > 0 && (fuel -= length) < limit) {
            usedUp(false);
        }
    }

    /** Before the program calls what may be a collection of the JDK. */
    public static void use(Object collection) {
        if (Thread.currentThread() == Now.running) {
            used = collection;
            usedBehind = null;
        }
    }

    /** Before a collection of the JDK calls what may be another one. */
    public static void useIn(Object other, Object collection) {
        if ((collection == used || collection == usedBehind)
                && other != used
                && Thread.currentThread() == Now.running) {
            usedBehind = other;
        }
    }

    /** A poll in a collection of the JDK: it counts if the program uses this one. */
    public static void pollIn(Object collection) {
        if ((collection == used || collection == usedBehind)
                && Thread.currentThread() == Now.running
                && --fuel < limit) {
            usedUpIn();
        }
    }

    /** Others may have run meanwhile and used collections, or not; here it is as before. */
    @DontInline
    private static void usedUpIn() {
        Object first = used;
        Object behind = usedBehind;
        usedUp(false);
        if (Thread.currentThread() == Now.running) {
            used = first;
            usedBehind = behind;
        }
    }

    /** Nobody counts from here on; whether the current thread did. */
    static boolean stopCounting() {
        boolean counted = Now.running == Thread.currentThread();
        if (counted) {
            Now.running = null;
        }
        return counted;
    }

    /** The current thread is the one that counts. */
    static void startCounting() {
        Now.running = Thread.currentThread();
    }

    private static void refuel() {
        spent += (long) granted - fuel;
        granted = quantum;
        fuel = quantum;
    }

    /** How many polls have been passed since this was asked last. */
    public static long takeSpent() {
        long taken = spent + granted - fuel;
        spent = fuel - granted;
        return taken;
    }

    /** Changes whenever the running thread comes to a place in the program. */
    public static long progress() {
        return spent + granted - fuel + places;
    }

    /** How many polls turns last from now on. */
    public static void setQuantum(int polls) {
        quantum = polls;
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

    /** Apart, so that the JIT does not put it into every loop. */
    @DontInline
    private static void usedUp(boolean inProgram) {
        if (fuel >= 0) {
            stopEarly(inProgram);
            return;
        }
        refuel();
        refuels++;
        aim(Hooks.current());
        EventSink sink = sink();
        boolean stops = sink != null && sink.pinned == 0 && hasStack();
        if (stops && !(inProgram && goesBeside(sink, position(0)))) {
            leaveAt(sink, Hooks.Rows.threadPreempted);
        }
    }

    /** Where in its turn the running thread is, after so many polls since it had fuel. */
    private static long position(int passed) {
        return (long) refuels << Integer.SIZE | (long) (beginnings & MOST_BEGINNINGS) << COUNT_BITS | passed;
    }

    /** The program handles an error: if its stack had ended, how many polls it has passed since is not what it would be another time. */
    public static void caught(Throwable thrown) {
        if (thrown instanceof StackOverflowError) {
            countAnew(thrown);
        }
    }

    /** Handlers on the way up are as many as the stack was deep, so those of one error begin one count. */
    @DontInline
    private static void countAnew(Throwable end) {
        EventSink sink = armed ? sink() : null;
        if (sink == null || !hasStack()) {
            return;
        }
        needTurn();
        if (Thread.currentThread() == Now.running) {
            beginnings += end == stackEnd ? 0 : 1;
            stackEnd = end;
            refuel();
            refuels = 0;
            places = (long) beginnings << Integer.SIZE;
            aim(sink);
        }
    }

    /** Has the running thread look at its next poll whether its turn is over: it may be long until its fuel is used up. */
    public static void ask() {
        limit = Integer.MAX_VALUE;
    }

    /** The next event of the running thread may be that it was asked; if so, it is to be stopped where it was. */
    public static void aim(EventSink sink) {
        long stop = sink == null ? -1 : sink.nextStop(position(0));
        planned =
                stop >= 0 && (stop & -1L << COUNT_BITS) == position(0) ? granted - (int) (stop & MOST_COUNTED) + 1 : 0;
        limit = planned;
    }

    /** Has the running thread look after so many polls whether its turn is over, unless it uses up its fuel before. */
    public static void stopAfter(int polls) {
        planned = Math.max(fuel - polls + 1, 0);
        limit = planned;
    }

    /** Whether the running thread has come to where it was to be stopped; if not, it was asked on the way there. */
    public static boolean isStopDue() {
        return fuel < planned;
    }

    /** The running thread, which was asked, goes on to where it is to be stopped. */
    public static void passStop() {
        limit = planned;
    }

    private static void stopEarly(boolean inProgram) {
        limit = 0;
        EventSink sink = sink();
        if (sink == null || sink.pinned != 0 || !hasStack()) {
            if (isStopDue()) {
                stopAfter(PINNED_POLLS);
            } else {
                passStop();
            }
            return;
        }
        long position = position(granted - fuel);
        if (!(inProgram && goesBeside(sink, position)) && leavesAt(sink, Hooks.Rows.threadAsked, position)) {
            letOthersRun(sink, Hooks.Rows.threadAsked, position);
        }
    }

    private static boolean hasStack() {
        try {
            return call(CALLS) == CALLS;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    @DontInline
    private static int call(int times) {
        return times == 0 ? 0 : 1 + call(times - 1);
    }

    // ---- code that needs no turn

    /** Before what needs the turn: a thread that went on without it waits for it here. */
    public static void needTurn() {
        if (Now.besides != 0) {
            endBeside();
        }
    }

    /** The same before what threads meet in, where one that has had its turn for long lets others run. */
    public static void takeTurn() {
        if (Thread.currentThread() == Now.running) {
            if (--fuel < limit) {
                usedUp(false);
            }
        } else if (Now.besides != 0) {
            endBeside();
        }
    }

    @DontInline
    private static void endBeside() {
        EventSink sink = Hooks.current();
        if (sink != null && sink.beside && sink.muted == 0) {
            comeFromBeside(sink, 0);
        }
    }

    /** A thread that runs beside may be wanted back, or may have passed as many polls as it was to. */
    @DontInline
    private static void lookBeside() {
        EventSink sink = Hooks.current();
        if (sink == null || !sink.beside || sink.muted != 0) {
            return;
        }
        if (Vm.isVirtual(Thread.currentThread()) && !Pace.count(sink.word)) {
            return;
        }
        int passed = Pace.passed(sink.word, sink.nextPolls);
        long all = sink.polls + passed;
        if (all == sink.stopsBesideAt() || Pace.isRecalled(sink.word)) {
            comeFromBeside(sink, all);
        } else if (passed == sink.nextPolls) {
            sink.polls = all;
            sink.nextPolls = Pace.start(sink.word, pollsLeft(sink));
        }
    }

    private static long pollsLeft(EventSink sink) {
        long stop = sink.stopsBesideAt();
        return stop > 0 ? stop - sink.polls : Long.MAX_VALUE;
    }

    /** The thread, which runs without its turn and needs it, goes on when it has it. */
    public static void comeFromBeside(EventSink sink) {
        comeFromBeside(sink, 0);
    }

    @DontInline
    private static void comeFromBeside(EventSink sink, long poll) {
        sink.stopsBeside(poll);
        sink.arrived = true;
        sink.comeFromBeside(poll);
        sink.readable = Integer.MAX_VALUE;
        sink.beside = false;
        Now.besides--;
        Pace.free(sink.word);
        Owners.wentBeside();
        sink.end();
    }

    /** Lets others have the turn and the current thread go on without it, if it is to be; whether it does. */
    private static boolean goesBeside(EventSink sink, long position) {
        boolean goes;
        sink.mute();
        try {
            goes = sink.inNative == null && Pace.isFree(sink.word) && sink.goesBesideAt(position);
        } finally {
            sink.unmute();
        }
        if (goes) {
            sink.begin(Hooks.Rows.threadBeside);
            sink.inNumber(position);
            sink.arrived = false;
            Owners.becomeMaker(sink);
            Pace.take(sink.word);
            sink.readable = Owners.epoch();
            sink.beside = true;
            Now.besides++;
            Now.running = null;
            Owners.wentBeside();
            sink.goBeside();
            sink.polls = 0;
            sink.nextPolls = Pace.start(sink.word, pollsLeft(sink));
        }
        return goes;
    }

    /** A class could not get its hooks: from now on all code of the program needs the turn. */
    public static void stayTogether() {
        together = true;
    }

    public static boolean staysTogether() {
        return together;
    }

    /** How many threads run without their turn. */
    public static int besides() {
        return Now.besides;
    }

    /** A place where the thread could go on, but may let others run. */
    private static void leaveAt(EventSink sink, int row) {
        long place = places++;
        if (!leavesAt(sink, row, place)) {
            return;
        }
        letOthersRun(sink, row, place);
    }

    private static void letOthersRun(EventSink sink, int row, long position) {
        if (!sink.isSeeded()) {
            sink.begin(row);
            sink.inNumber(position);
        }
        letOthersRun(sink, Reason.NOTHING, null, 0);
    }

    private static boolean leavesAt(EventSink sink, int row, long place) {
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
        refuel();
        refuels = 0;
        places = 0;
        used = null;
        usedBehind = null;
        beginnings = 0;
        stackEnd = null;
        aim(Hooks.current());
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
