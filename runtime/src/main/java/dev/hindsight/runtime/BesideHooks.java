package dev.hindsight.runtime;

import jdk.internal.vm.annotation.DontInline;

/** What instrumented code calls where threads run beside the one that has its turn, in code that needs none. */
public final class BesideHooks {
    /** Whether no thread may do so any more. */
    private static volatile boolean together;

    private BesideHooks() {}

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
                PollHooks.passLoop(length);
            }
        } else if (Pace.count(number)) {
            lookBeside();
        }
    }

    private static void pollInTurn() {
        if (isCarriedBeside()) {
            lookBeside();
        } else {
            PollHooks.poll();
        }
    }

    /** A virtual thread runs beside others under the number of its carrier. */
    private static boolean isCarriedBeside() {
        return Now.besides != 0 && Thread.currentThread() != Now.running && Vm.isVirtual(Thread.currentThread());
    }

    /** Before what needs the turn: a thread that went on without it waits for it here. */
    public static void needTurn() {
        if (Now.besides != 0) {
            endBeside();
        }
    }

    /** The same before what threads meet in, where one that has had its turn for long lets others run. */
    public static void takeTurn() {
        if (Thread.currentThread() == Now.running) {
            PollHooks.pollInJdk();
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
    static boolean goesBeside(EventSink sink, long position) {
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
}
