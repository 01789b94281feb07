package dev.hindsight.runtime;

import jdk.internal.vm.annotation.DontInline;

/**
 * What instrumented code calls where a running thread can be made to wait, and where in its turn that is: these places are counted, so that a
 * replay finds them again.
 */
public final class PollHooks {
    /** After how many polls to ask whether a turn is over, unless a schedule says. */
    public static final int QUANTUM = 20_000;

    /** After how many polls a thread is to be stopped that could not be where it was to be. */
    private static final int PINNED_POLLS = 32;

    /**
     * How many calls deep the stack must reach for a thread to be stopped: if it ended in the middle of that, nobody would have the turn. Some
     * threads of the JDK have small stacks.
     */
    private static final int CALLS = 150;

    /** A position has the number of polls in its lowest bits, and above them how often they were counted anew. */
    private static final int COUNT_BITS = 20;

    private static final int MOST_COUNTED = (1 << COUNT_BITS) - 1;
    private static final int MOST_BEGINNINGS = (1 << Integer.SIZE - COUNT_BITS) - 1;

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

    /** The number of the next place at which the running thread can let others run, whose lower half begins anew with the count. */
    private static long places;

    /** The collection of the JDK that the running thread has called from code of the program, and the one that this one uses. */
    private static Object used;

    private static Object usedBehind;

    private PollHooks() {}

    /** The current thread's turn begins. */
    static void beginTurn() {
        refuel();
        refuels = 0;
        places = 0;
        beginnings = 0;
        forget();
        aim(Hooks.current());
    }

    /** Nobody is stopped any more. */
    static void stop() {
        limit = 0;
        Now.running = null;
        forget();
    }

    private static void forget() {
        used = null;
        usedBehind = null;
        stackEnd = null;
    }

    /** Numbers the places where the running thread can let others run. */
    static long nextPlace() {
        return places++;
    }

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
        EventSink sink = ThreadHooks.sink();
        boolean stops = sink != null && sink.pinned == 0 && hasStack();
        if (stops && !(inProgram && BesideHooks.goesBeside(sink, position(0)))) {
            ThreadHooks.leaveAt(sink, Hooks.Rows.threadPreempted);
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
        EventSink sink = ThreadHooks.isArmed() ? ThreadHooks.sink() : null;
        if (sink == null || !hasStack()) {
            return;
        }
        BesideHooks.needTurn();
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
        EventSink sink = ThreadHooks.sink();
        if (sink == null || sink.pinned != 0 || !hasStack()) {
            if (isStopDue()) {
                stopAfter(PINNED_POLLS);
            } else {
                passStop();
            }
            return;
        }
        long position = position(granted - fuel);
        if (!(inProgram && BesideHooks.goesBeside(sink, position))
                && ThreadHooks.leavesAt(sink, Hooks.Rows.threadAsked, position)) {
            ThreadHooks.letOthersRun(sink, Hooks.Rows.threadAsked, position);
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
}
