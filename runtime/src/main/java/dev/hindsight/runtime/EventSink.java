package dev.hindsight.runtime;

import java.io.FileDescriptor;

/**
 * Where the events of one thread go: to the log when recording, against the log when replaying.
 *
 * <p>Both sides see the same calls in the same order. An event is {@link #begin}, its ingoing items, {@link #calls},
 * then (unless {@link #calls} said no) the native itself, then {@link #threw} or {@link #completes}, the outgoing items
 * and {@link #end}. Each outgoing method returns what the program is to see.
 *
 * <p>A sink belongs to its thread and is used by no other.
 *
 * <p>The program may use up its stack, and then any call in here may fail. {@link #mute} and {@link #stepAside} therefore
 * change nothing before their last call has returned, and {@link #unmute} and {@link #stepBack}, which go no deeper, belong
 * in a finally block: a thread that stayed muted would do its further events for real.
 */
public abstract class EventSink {
    /** While positive, what the thread does is not the program's doing and passes by. */
    int muted;

    /** How deep the thread is in code whose draws of identity hashes must not move the program's own sequence. */
    int aside;

    /** The VM's generator of identity hashes, as it was when the thread stepped aside. */
    long savedLow;

    long savedHigh;

    /** What the thread waits for while others run. */
    public final Waiting waiting = new Waiting();

    /** How deep the thread is in code that the JVM does not let others enter meanwhile; there it keeps its turn. */
    int pinned;

    /** Whether the thread runs without its turn, in code that needs none. */
    boolean beside;

    /** Whether it has come to where it needs it, and waits. */
    volatile boolean arrived;

    /** How many polls it has passed beside before those that its {@link Pace} counts, and how many that counts at most. */
    long polls;

    int nextPolls;

    /** What names the thread as an owner, and where its sequence of identity hashes starts. */
    final int owner;

    /** What stands in the word of an object that belongs to the thread: its number in the JVM. */
    final int word;

    /** What has been shared for reading so long may be read; without limit as long as the thread has its turn. */
    int readable = Integer.MAX_VALUE;

    /** How many arrays it has made. */
    int arrays;

    /** What names it in the hashes of these; 0 for nothing yet. */
    int maker;

    /** How often the thread has looked at a reference or a queue of references. */
    long looks;

    /** The native of the program, or the library it loads, whose code runs; null for none, or if it was seen calling Java code. */
    String inNative;

    /** How deep the thread is in what a debugger has it run. */
    int evaluations;

    /** Whether it was the one that counts, before that. */
    boolean counted;

    /** Whether the thread has run its last code. */
    volatile boolean finished;

    private final Thread thread;
    private boolean used;
    private boolean begun;
    private boolean handedOver;

    /** @param owner its number, above 0 */
    protected EventSink(Thread thread, int owner) {
        this.thread = thread;
        this.owner = owner;
        this.word = (int) Vm.threadId(thread);
    }

    /** Called on the thread itself before anything else. */
    final void firstUse() {
        if (!used) {
            used = true;
            Vm.seedHash(owner);
            started();
        }
    }

    /** Another thread, at its beginning, goes on with this sink; called on that thread. */
    public final void handOver() {
        if (finished) {
            unmute();
        }
        used = false;
        handedOver = true;
        firstUse();
    }

    public final boolean isHandedOver() {
        return handedOver;
    }

    /** The thread is at its end, and in nothing any more; its stack may have ended before, in the middle of a hook. */
    final void restore() {
        muted = 0;
        pinned = 0;
    }

    /** Whether the thread has been put away by the JVM. */
    public final boolean isThreadGone() {
        return !thread.isAlive() && thread.getState() == Thread.State.TERMINATED;
    }

    /** The thread begins to use this sink. */
    protected abstract void started();

    /** Starts an event of the given native; false if the native is to run as if nobody watched. */
    public abstract boolean begin(int row);

    public abstract void inNumber(long value);

    public abstract void inDescriptor(int fd);

    public abstract void inText(String value);

    /** A zero-terminated string in native memory; address 0 is null. */
    public abstract void inPath(long address);

    public abstract void inData(byte[] array, int offset, int length);

    public abstract void inMemory(long address, long length);

    /** Whether the native is to run. */
    public abstract boolean calls();

    /** The native threw this. */
    public abstract void threw(Throwable thrown);

    /** The native returned; at replay this is where a recorded exception is thrown again. */
    public abstract void completes();

    public abstract long number(long value);

    /**
     * The value of a clock that mostly goes on by little.
     *
     * @param clock which one: 0 to 2
     */
    public abstract long clock(int clock, long value);

    public abstract int descriptor(int fd);

    public abstract long handle(long address);

    public abstract long mapping(long address, long length);

    public abstract String text(String value);

    public abstract byte[] bytes(byte[] value);

    public abstract String[] texts(String[] value);

    public abstract byte[][] byteArrays(byte[][] value);

    /** The native set the descriptor. */
    public abstract void outDescriptor(FileDescriptor descriptor);

    public abstract void outBytes(byte[] array, int offset, long count);

    public abstract void outMemory(long address, long count);

    /** Like {@link #outMemory}, for a number of bytes that does not follow from the result. */
    public abstract void outBuffer(long address, long count);

    public abstract void outFields(Object object);

    public abstract void outLongs(long[] values);

    public abstract void outInts(int[] values);

    /** The native put descriptors into an array. */
    public abstract void outDescriptors(int[] values);

    public abstract void end();

    /**
     * Somebody, perhaps the virtual machine, asks a class loader of the program for a class.
     *
     * @return the class, if the loader need not be asked
     */
    public abstract Class<?> classAsked(int row, ClassLoader loader, String name);

    /** A class loader of the program hands a class to the virtual machine, which will ask for its supertypes. */
    public abstract void classDefined(int askedRow, ClassLoader loader, byte[] content);

    /** Goes on with an event that has just begun: the program is about to map a file. */
    public abstract void fileMapped(int fd, int mode, long position);

    /**
     * The event that has just ended may have changed a file; if the program maps it, an event of its own says how.
     *
     * @param row the native of that other event
     * @param offset where; negative if the bytes end at the descriptor's position
     * @param count how many bytes were written; 0 if only the size may have changed
     */
    public abstract void fileChanged(int row, int fd, long offset, long count);

    /**
     * Whether the thread lets others run here although it could go on, with an event of this row.
     *
     * @param place how many such places it has passed in its turn
     */
    public abstract boolean leavesAt(int row, long place);

    /**
     * At which position of its turn the thread is to be stopped next; -1 if it is not, or if that is not known.
     *
     * @param from the one from which it has fuel now
     */
    public abstract long nextStop(long from);

    /** Whether the thread has to let others run before it can enter this monitor, with an event of this row. */
    public abstract boolean leavesBefore(int row, Object monitor);

    /**
     * Whether the program finds a reference cleared, with an event of this row.
     *
     * @param look how many looks came before
     * @param cleared whether it is cleared
     */
    public abstract boolean findsCleared(int row, long look, boolean cleared);

    /**
     * The name of the reference that the program takes from a queue, with an event of this row; 0 for none.
     *
     * @param look how many looks came before
     * @param number the name of the one that was there; 0 for none
     */
    public abstract long takesReference(int row, long look, long number);

    /** Whether the outside does not matter. */
    public abstract boolean replays();

    /** The thread got the reference of this name from its queue; 0 for none. */
    public abstract void tookReference(long number);

    /** Lets other threads run, in the middle of an event. */
    public abstract void leave();

    /**
     * The thread has come to a place in the program where it could go on without its turn; whether it does.
     *
     * @param position which place in its turn
     */
    public abstract boolean goesBesideAt(long position);

    /** The thread gives its turn up in the middle of an event, and goes on. */
    public abstract void goBeside();

    /**
     * The thread that went on without its turn has come to where it waits for it.
     *
     * @param poll how many polls it had passed when it was stopped; 0 if it needs its turn
     */
    public abstract void stopsBeside(long poll);

    /** The thread needs what belongs to another one that runs beside it, and waits from now on until that one has come back. */
    public void recalls(EventSink other) {
        Pace.recall(other.word);
    }

    /**
     * Returns when the thread that went on without its turn has it again, with the event about to end.
     *
     * @param poll how many polls it had passed when it was stopped; 0 if it needs its turn
     */
    public abstract void comeFromBeside(long poll);

    /** After how many polls the thread, which runs beside, is stopped; 0 if that is not known. */
    public abstract long stopsBesideAt();

    /** Whether who runs when follows from a seed, so that it needs no events. */
    public abstract boolean isSeeded();

    /** The time by which deadlines are kept, in nanoseconds. */
    public abstract long now();

    /** Whether a thread that begins has been given its place among those who wait for their turn. */
    public abstract boolean isAdmitted();

    /**
     * Whether a thread that handles a signal is to take turns if others do. A signal may come while the first other thread is
     * being started; at replay this may be done before or after the handler begins, whatever was recorded.
     */
    public abstract boolean handlesInTurn();

    public final Thread thread() {
        return thread;
    }

    /** Whether the thread begins: true once. */
    public final boolean begins() {
        boolean first = !begun;
        begun = true;
        return first;
    }

    /** Returns when it is the turn of a thread that begins. */
    public abstract void awaitFirstTurn();

    /** The thread's last turn ends. */
    public abstract void finish();

    /** What this thread waits for may have come. */
    public abstract void changed();

    /** Whether it is this thread's turn again. */
    public abstract boolean isTurn();

    /** Waits in a monitor, which the thread is inside, to be woken for its turn; may return before. */
    public void waitIn(Object monitor) throws InterruptedException {
        monitor.wait();
    }

    /** Returns when it is this thread's turn again; see {@link Waiting} for what it waits. */
    public abstract void awaitTurn();

    /** Whether the JVM would make others wait for the end of the code that the thread runs. */
    public final boolean isPinned() {
        return pinned != 0;
    }

    /** Whether the thread runs without its turn, in code that needs none. */
    public final boolean isBeside() {
        return beside;
    }

    /** Whether the hash generator is not the program's own at the moment. */
    public final boolean isAside() {
        return aside > 0;
    }

    /** What the thread does from here to {@link #unmute} is not the program's doing; calls nest. */
    public final void mute() {
        stepAside();
        muted++;
        if (muted == 1 && Vm.isVirtual(Thread.currentThread())) {
            pin();
        }
    }

    /** On its way a virtual thread may wait for a monitor, for which it would leave its carrier. */
    private void pin() {
        boolean done = false;
        try {
            Carriers.pin();
            done = true;
        } finally {
            if (!done) {
                muted--;
                stepBack();
            }
        }
    }

    public final void unmute() {
        if (muted == 1 && Vm.isVirtual(Thread.currentThread())) {
            Carriers.unpin();
        }
        muted--;
        stepBack();
    }

    /** Identity hashes drawn from here to {@link #stepBack} leave the sequence where it was; calls nest. */
    public final void stepAside() {
        if (aside == 0) {
            savedLow = Vm.hashLow();
            savedHigh = Vm.hashHigh();
        }
        aside++;
    }

    public final void stepBack() {
        if (--aside == 0) {
            Vm.setHash(savedLow, savedHigh);
        }
    }
}
