package dev.hindsight.agent.record;

import dev.hindsight.agent.host.FieldState;
import dev.hindsight.agent.host.HashState;
import dev.hindsight.runtime.BesideHooks;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.ThreadHooks;
import dev.hindsight.runtime.Vm;
import dev.hindsight.runtime.WaitSets;
import dev.hindsight.runtime.Waiting;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.ThrowableKind;
import java.io.FileDescriptor;

/**
 * Writes the events of one thread to a ring of bytes, from which the {@link LogWriter} takes them to disk.
 *
 * <p>One producer, the thread itself, and one consumer at a time. The producer owns everything from {@code head} on; it
 * publishes {@code head} as {@code committed} before a native runs, so that an event under way can be seen in the log of a
 * killed program, and at the end of each event. The consumer publishes how far it got as {@code taken}. When the ring is
 * full the producer waits: memory is bounded, and nothing is ever dropped before the recording is given up as a whole.
 *
 * <p>A hook may end in the middle of an event: the program has used up its stack or its heap, and the error strikes here. The
 * next event notices that the one before is still {@code open} and first makes it whole: one whose native has not run is
 * forgotten, one whose native has run becomes an event that threw, which is what the program saw.
 */
final class RecordingSink extends EventSink {
    private static final int FIRST_SIZE = 1 << 13;
    private static final int LAST_SIZE = 1 << 18;
    /** For how long a thread has to run without its turn at least: giving it up and waiting for it takes time. */
    private static final long WORTH_NANOS = 30_000;

    /** For how many places a thread is not let go at most for which it was not worth it. */
    private static final int LONGEST_PAUSE = 4095;

    /** What an event needs at most beside texts and data. */
    private static final int ROOM = 256;

    private static final long COMMITTED = Vm.offsetOf(RecordingSink.class, "committed");
    private static final long ORDERED = Vm.offsetOf(RecordingSink.class, "ordered");
    private static final long INSIDE = Vm.offsetOf(RecordingSink.class, "inside");
    private static final long EVENTS = Vm.offsetOf(RecordingSink.class, "events");

    private final Recorder recorder;
    private final LogWriter writer;
    private final int number;
    /** Grows if the writer does not keep up, under the writer's lock: most threads have little to say. */
    private byte[] ring = new byte[FIRST_SIZE];

    private long head;
    private volatile long committed;
    private volatile long taken;
    private volatile long events;
    /** Not 0 while the log lacks what belongs to a place in the order of all events that is taken. */
    private volatile long ordered;

    /** How many events the log on disk holds whole; the consumer's. */
    private long eventsTaken;

    private long ended;
    private boolean open;
    /** Where the open event starts. */
    private long start;
    /** Where what went into the open event ends; -1 before its native is called. */
    private long called = -1;

    private final long[] clocks = new long[3];
    /** The clock that the open event moved, and where it was before; -1 for none. */
    private int movedClock = -1;

    private long clockBefore;
    private boolean steppedAside;
    private boolean writerCalled;
    private long lastOrder = -1;
    /** Place of the open event among those of all threads; -1 before it has one. */
    private long order = -1;
    /** Identity hashes drawn before the open event; -1 before they are counted. */
    private int draws = -1;

    private final HashState hashes = new HashState();
    private int firstDescriptor;
    private boolean descriptorSeen;

    private final Turns turns;

    /** Whether the thread was let in among those who wait for their turn when it was started. */
    private volatile boolean admittedAtStart;

    private int row;
    /** The last number that went into the open event. */
    private long lastNumber;
    /** When the native of the open event was called, by the clock of turns from a seed; 0 before, and for no such clock. */
    private long calledAt;

    private boolean sleepInterrupted;
    /** Whether the open event let others run. */
    private boolean left;

    /** When the thread went on without its turn. */
    private long wentBeside;

    /** For how many places it was not let go after it was back too soon, and for how many more it is not. */
    private int besidePause;

    private int besideSkips;

    /** Whether the thread is in a native from which its turn can be taken: then whoever takes it writes to the ring. */
    private volatile int inside;

    private static final int OUT = 0;
    private static final int IN = 1;
    private static final int TAKING = 2;
    private static final int TAKEN = 3;

    /** @param turns null if threads do not take turns */
    RecordingSink(Recorder recorder, LogWriter writer, int number, Thread thread, Turns turns) {
        super(thread, number + 1);
        this.recorder = recorder;
        this.writer = writer;
        this.number = number;
        this.turns = turns;
    }

    int number() {
        return number;
    }

    @Override
    protected void started() {
        hashes.start();
    }

    @Override
    public boolean begin(int called) {
        if (isBeside()) {
            BesideHooks.comeFromBeside(this);
        }
        row = called;
        if (writer.stopped()) {
            return false;
        }
        while (writer.finished()) {
            // Another thread ends the virtual machine; what this one would do now could not be replayed.
            Vm.park(0);
        }
        if (open) {
            repair();
        }
        room(ROOM);
        descriptorSeen = false;
        lastNumber = -1;
        calledAt = 0;
        start = head;
        open = true;
        length(called);
        return true;
    }

    /** Makes the log whole behind an event that an error cut off. */
    private void repair() {
        comeOut();
        long whole = called < 0 ? start : called;
        if (committed > whole) {
            writer.giveUp("an error cut off an event while it was being written");
            open = false;
            return;
        }
        head = whole;
        if (called < 0) {
            open = false;
            return;
        }
        if (movedClock >= 0) {
            clocks[movedClock] = clockBefore;
        }
        if (steppedAside) {
            steppedAside = false;
            stepBack();
        }
        room(ROOM);
        status(EventReader.THREW);
        length(ThrowableKind.of(StackOverflowError.class));
        length(0);
        number0(0);
        end();
    }

    @Override
    public void inNumber(long value) {
        lastNumber = value;
        room(ROOM);
        number0(value);
    }

    @Override
    public void inDescriptor(int fd) {
        if (!descriptorSeen) {
            descriptorSeen = true;
            firstDescriptor = fd;
        }
        number0(fd);
    }

    @Override
    public void inText(String value) {
        text0(value);
    }

    @Override
    public void inPath(long address) {
        room(ROOM);
        if (address == 0) {
            length(0);
            return;
        }
        int size = 0;
        while (Vm.byteAt(address + size) != 0) {
            size++;
        }
        length(size + 1L);
        copy(null, 0, address, size);
    }

    @Override
    public void inData(byte[] array, int offset, int length) {
        room(ROOM + EventReader.WHOLE);
        boolean whole = isWhole(length);
        length((long) length << 1 | (whole ? 1 : 0));
        copy(array, offset, 0, whole ? length : EventReader.WHOLE);
        if (!whole) {
            fingerprint(Vm.fingerprint(array, offset, length));
        }
    }

    @Override
    public void inMemory(long address, long length) {
        room(ROOM + EventReader.WHOLE);
        boolean whole = isWhole(length);
        length(length << 1 | (whole ? 1 : 0));
        copy(null, 0, address, whole ? length : EventReader.WHOLE);
        if (!whole) {
            fingerprint(Vm.fingerprint(address, length));
        }
    }

    /** What goes to the terminal is kept whole: it is what users want to see again. */
    private boolean isWhole(long length) {
        return length <= EventReader.WHOLE || descriptorSeen && (firstDescriptor == 1 || firstDescriptor == 2);
    }

    private void fingerprint(long value) {
        room(ROOM);
        for (int shift = 0; shift < 64; shift += 8) {
            put((int) (value >>> shift));
        }
    }

    /** A native may link classes, which draws identity hashes; at replay it does not run. */
    @Override
    public boolean calls() {
        calledNow();
        if (turns == null || !ThreadHooks.isArmed()) {
            return true;
        }
        calledAt = turns.isSeeded() ? turns.now() : 0;
        Readiness readiness = recorder.readiness();
        if (readiness.isQuick(row) && !turns.isAsked()) {
            return true;
        }
        long nanos = readiness.waitNanos(row, lastNumber);
        if (nanos >= 0 && isPinned()) {
            // Others might wait for the end of this code, with their turn.
            return true;
        }
        if (nanos >= 0 && turns.isSeeded()) {
            sleepInterrupted = ThreadHooks.sleep(this, nanos);
            // Nobody sleeps shorter than it asked for.
            return !sleepInterrupted && turns.isReleased();
        }
        waiting.seen();
        if (leavesBeforeNative()) {
            waiting.startNative(readiness.waits(row));
            leaveInEvent();
        } else {
            inside = IN;
        }
        return true;
    }

    private boolean leavesBeforeNative() {
        if (turns.isAsked() && agrees()) {
            return true;
        }
        Readiness readiness = recorder.readiness();
        int descriptor = descriptorSeen ? firstDescriptor : -1;
        if (readiness.isSureToWait(row, descriptor)) {
            return true;
        }
        if (!readiness.isInteresting(row)) {
            return false;
        }
        mute();
        try {
            return readiness.mayWait(row, descriptor, lastNumber);
        } finally {
            unmute();
        }
    }

    private boolean agrees() {
        mute();
        try {
            return turns.asks(this);
        } finally {
            unmute();
        }
    }

    /** Whether the thread is in a native from which its turn can be taken. */
    boolean isInside() {
        return inside == IN;
    }

    /**
     * Takes the turn of a thread that is in a native for too long: what it would have written before is written for it.
     * Called on another thread; false if it has come out meanwhile.
     */
    boolean takeTurnAway() {
        if (!Vm.compareAndSet(this, INSIDE, IN, TAKING)) {
            return false;
        }
        boolean hasRoom = head + ROOM - taken <= ring.length;
        if (hasRoom) {
            waiting.startNative(false);
            writeLeaving();
        }
        inside = hasRoom ? TAKEN : IN;
        return hasRoom;
    }

    private void comeOut() {
        while (inside != OUT && !Vm.compareAndSet(this, INSIDE, IN, OUT)) {
            if (inside == TAKEN) {
                inside = OUT;
            } else {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public boolean isSeeded() {
        return turns != null && turns.isSeeded();
    }

    @Override
    public long now() {
        return turns.now();
    }

    @Override
    public boolean handlesInTurn() {
        return true;
    }

    @Override
    public boolean isAdmitted() {
        return admittedAtStart;
    }

    /**
     * The thread is let in among those who wait for their turn. Called by whoever decides, while this thread waits: it may never
     * get its turn, but from now on takes part in every choice.
     */
    void admit(long decision) {
        place(EventReader.LEFT, decision);
        lastOrder = decision;
        commitPart();
    }

    /** The same by the thread that starts it. */
    void admitAtStart() {
        admittedAtStart = true;
    }

    @Override
    public boolean findsCleared(int chosen, long look, boolean cleared) {
        if (cleared && begin(chosen)) {
            inNumber(look);
            calls();
            completes();
            end();
        }
        return cleared;
    }

    @Override
    public long takesReference(int chosen, long look, long number) {
        if (number != 0 && begin(chosen)) {
            inNumber(look);
            calls();
            completes();
            number(number);
            end();
            tookReference(number);
        }
        return number;
    }

    @Override
    public void tookReference(long number) {
        if (number != 0) {
            recorder.tookReference((int) (number - 1));
        }
    }

    @Override
    public boolean replays() {
        return false;
    }

    @Override
    public boolean leavesAt(int chosen, long place) {
        return turns.leavesAt(this, chosen);
    }

    @Override
    public long nextStop(long from) {
        long length = turns == null || from >>> Integer.SIZE != 0 ? -1 : turns.nextStop();
        return length < 0 ? -1 : from + length;
    }

    @Override
    public boolean leavesBefore(int chosen, Object monitor) {
        return WaitSets.isTaken(this, monitor);
    }

    @Override
    public void leave() {
        if (turns.isSeeded()) {
            leaveTurn();
        } else {
            leaveInEvent();
        }
    }

    private void leaveInEvent() {
        room(ROOM);
        writeLeaving();
        stepAsideOnce();
        leaveTurn();
    }

    private void leaveTurn() {
        mute();
        try {
            turns.leave(this);
        } finally {
            unmute();
        }
    }

    @Override
    public boolean goesBesideAt(long position) {
        return turns.lendsTurn(this);
    }

    @Override
    public void goBeside() {
        room(ROOM);
        writeLeaving();
        wentBeside = System.nanoTime();
        mute();
        try {
            turns.leaveTurn(this);
        } finally {
            unmute();
        }
    }

    @Override
    public long stopsBesideAt() {
        return 0;
    }

    /** It is in the log before another one goes on with what this one had: should the recording end meanwhile, that can be replayed. */
    @Override
    public void stopsBeside(long poll) {
        room(ROOM);
        length(EventReader.STOPPED);
        number0(poll);
        commitPart();
    }

    @Override
    public void comeFromBeside(long poll) {
        boolean worth = System.nanoTime() - wentBeside >= WORTH_NANOS;
        besidePause = worth ? 0 : Math.min(2 * besidePause + 1, LONGEST_PAUSE);
        besideSkips = besidePause;
        takeTurn();
        room(ROOM);
        status(0);
        number0(poll);
    }

    /** Whether the thread's last runs without its turn were too short to be worth it; from time to time it is tried all the same. */
    boolean isBesideBriefly() {
        boolean briefly = besideSkips > 0;
        if (briefly) {
            besideSkips--;
        }
        return briefly;
    }

    private void writeLeaving() {
        Vm.publish(this, ORDERED, 1);
        long place = recorder.nextOrder();
        place(EventReader.LEFT, place);
        lastOrder = place;
        left = true;
        commitPart();
        Vm.publish(this, ORDERED, 0);
    }

    private void calledNow() {
        commitPart();
        stepAsideOnce();
    }

    private void commitPart() {
        called = head;
        commit();
    }

    private void stepAsideOnce() {
        if (!steppedAside) {
            stepAside();
            steppedAside = true;
        }
    }

    @Override
    public boolean isTurn() {
        return turns.isOwner(this);
    }

    @Override
    public void awaitTurn() {
        mute();
        try {
            turns.await(this);
        } finally {
            unmute();
        }
    }

    @Override
    public void awaitFirstTurn() {
        calledNow();
        takeTurn();
    }

    private void takeTurn() {
        room(ROOM);
        mute();
        try {
            turns.want(this);
            turns.await(this);
        } finally {
            unmute();
        }
    }

    @Override
    public void finish() {
        mute();
        turns.leaveTurn(this);
    }

    @Override
    public void changed() {
        turns.changed();
    }

    @Override
    public void threw(Throwable thrown) {
        returned();
        if (left && thrown instanceof InterruptedException) {
            // Another interrupt may have come before the thread's turn; a replay cannot tell the two apart.
            Thread.interrupted();
        }
        room(ROOM);
        status(EventReader.THREW);
        int kind = ThrowableKind.of(thrown.getClass());
        recorder.threw(thrown, kind);
        length(Math.max(kind, 0));
        text0(FieldState.message(thrown));
        number0(FieldState.errno(thrown));
    }

    @Override
    public void completes() {
        if (sleepInterrupted) {
            sleepInterrupted = false;
            InterruptedException thrown = new InterruptedException("sleep interrupted");
            threw(thrown);
            end();
            Vm.raise(thrown);
        }
        returned();
        room(ROOM);
        status(0);
    }

    private void returned() {
        if (inside != OUT) {
            comeOut();
        }
        if (left && !turns.isOwner(this)) {
            waiting.reason = Waiting.Reason.NOTHING;
            takeTurn();
        }
        steppedAside = false;
        stepBack();
    }

    private void status(int outcome) {
        if (order < 0) {
            // Taking a place is a fence: whoever takes a later one sees this.
            Vm.publish(this, ORDERED, 1);
            order = recorder.nextOrder();
        }
        if (draws < 0) {
            draws = isAside() ? 0 : hashes.draws();
        }
        place(outcome | (draws > 0 ? EventReader.HASHED : 0), order);
        if (draws > 0) {
            length(draws);
        }
    }

    private void place(int bits, long place) {
        long gap = place - lastOrder - 1;
        length(gap > 0 ? bits | EventReader.GAP : bits);
        if (gap > 0) {
            length(gap);
        }
    }

    @Override
    public long number(long value) {
        number0(value);
        if (value == 0 && calledAt != 0) {
            long nanos = recorder.readiness().timeOutNanos(row, lastNumber);
            if (nanos > 0) {
                turns.passTo(calledAt + nanos);
            }
        }
        return value;
    }

    @Override
    public long clock(int clock, long value) {
        clockBefore = clocks[clock];
        movedClock = clock;
        number0(value - clockBefore);
        clocks[clock] = value;
        return value;
    }

    @Override
    public int descriptor(int fd) {
        number0(fd);
        return fd;
    }

    @Override
    public long handle(long address) {
        number0(address);
        return address;
    }

    @Override
    public long mapping(long address, long length) {
        number0(address);
        boolean mapped = address != -1 && length > 0;
        length(mapped ? length : 0);
        if (mapped) {
            copy(null, 0, address, length);
        }
        return address;
    }

    @Override
    public String text(String value) {
        text0(value);
        return value;
    }

    @Override
    public byte[] bytes(byte[] value) {
        bytes0(value);
        return value;
    }

    @Override
    public String[] texts(String[] value) {
        length(value == null ? 0 : value.length + 1L);
        for (int i = 0; value != null && i < value.length; i++) {
            text0(value[i]);
        }
        return value;
    }

    @Override
    public byte[][] byteArrays(byte[][] value) {
        length(value == null ? 0 : value.length + 1L);
        for (int i = 0; value != null && i < value.length; i++) {
            bytes0(value[i]);
        }
        return value;
    }

    @Override
    public void outDescriptor(FileDescriptor descriptor) {
        number0(Vm.fd(descriptor));
    }

    @Override
    public void outBytes(byte[] array, int offset, long count) {
        copy(array, offset, 0, count);
    }

    @Override
    public void outMemory(long address, long count) {
        copy(null, 0, address, count);
    }

    @Override
    public void outBuffer(long address, long count) {
        length(count);
        copy(null, 0, address, count);
    }

    @Override
    public void outFields(Object object) {
        FieldState state = recorder.fields(object.getClass());
        length(state.count());
        for (int i = 0; i < state.count(); i++) {
            room(ROOM);
            int kind = state.kind(i);
            put(kind);
            switch (kind) {
                case 0 -> number0(state.number(object, i));
                case 1 -> bytes0((byte[]) state.reference(object, i));
                case 2 -> text0((String) state.reference(object, i));
                default -> texts((String[]) state.reference(object, i));
            }
        }
    }

    @Override
    public void outLongs(long[] values) {
        length(values == null ? 0 : values.length);
        for (int i = 0; values != null && i < values.length; i++) {
            room(ROOM);
            number0(values[i]);
        }
    }

    @Override
    public void outInts(int[] values) {
        length(values.length);
        for (int value : values) {
            room(ROOM);
            number0(value);
        }
    }

    @Override
    public void outDescriptors(int[] values) {
        outInts(values);
    }

    @Override
    public void end() {
        lastOrder = order;
        order = -1;
        left = false;
        draws = -1;
        movedClock = -1;
        called = -1;
        open = false;
        ended++;
        commit();
        Vm.publish(this, EVENTS, ended);
        Vm.publish(this, ORDERED, 0);
        boolean halfFull = head - taken > LAST_SIZE / 2;
        if (halfFull && !writerCalled) {
            writer.call();
        }
        writerCalled = halfFull;
    }

    // ---- events without a native

    @Override
    public Class<?> classAsked(int row, ClassLoader loader, String name) {
        if (begin(row)) {
            inText(name);
            calls();
            completes();
            end();
        }
        return null;
    }

    @Override
    public void classDefined(int askedRow, ClassLoader loader, byte[] content) {
        // What the virtual machine asks for is recorded when it does.
    }

    @Override
    public void fileMapped(int fd, int mode, long position) {
        inDescriptor(fd);
        inNumber(mode);
        inNumber(position);
        calls();
        long[] file = recorder.fileMapped(this, fd);
        completes();
        outLongs(file);
        end();
    }

    @Override
    public void fileChanged(int row, int fd, long offset, long count) {
        MappedFiles.Change change = recorder.fileChanged(this, fd, offset, count);
        if (change == null || !begin(row)) {
            return;
        }
        inDescriptor(fd);
        calls();
        completes();
        outLongs(change.description());
        length(change.count());
        for (long left = change.count(); left > 0; ) {
            int piece = recorder.read(this, change, left);
            copy(change.buffer(), 0, 0, piece);
            left -= piece;
        }
        end();
    }

    // ---- bytes

    private void commit() {
        Vm.publish(this, COMMITTED, head);
    }

    private void put(int value) {
        ring[(int) head++ & ring.length - 1] = (byte) value;
    }

    private void length(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            put((int) rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        put((int) rest);
    }

    private void number0(long value) {
        length(value << 1 ^ value >> 63);
    }

    private void text0(String value) {
        room(ROOM);
        if (value == null) {
            length(0);
            return;
        }
        int size = value.length();
        length(size + 1L);
        for (int i = 0; i < size; i++) {
            if ((i & 63) == 0) {
                room(ROOM);
            }
            char c = value.charAt(i);
            if (c < 0x80) {
                put(c);
            } else if (c < 0x800) {
                put(0xc0 | c >>> 6);
                put(0x80 | c & 0x3f);
            } else {
                put(0xe0 | c >>> 12);
                put(0x80 | c >>> 6 & 0x3f);
                put(0x80 | c & 0x3f);
            }
        }
        room(ROOM);
    }

    private void bytes0(byte[] value) {
        room(ROOM);
        length(value == null ? 0 : value.length + 1L);
        if (value != null) {
            copy(value, 0, 0, value.length);
        }
    }

    /** Copies from an array or, if there is none, from memory. */
    private void copy(byte[] array, int offset, long address, long count) {
        long done = 0;
        while (done < count) {
            room((int) Math.min(count - done, LAST_SIZE / 4));
            int at = (int) head & ring.length - 1;
            int piece = (int) Math.min(Math.min(count - done, ring.length - at), ring.length - (head - taken));
            if (array != null) {
                System.arraycopy(array, offset + (int) done, ring, at, piece);
            } else {
                Vm.copyOut(address + done, ring, at, piece);
            }
            head += piece;
            done += piece;
        }
        room(ROOM);
    }

    /** Makes sure that the ring has room for this many bytes or, if it cannot grow, for a quarter of all it can hold. */
    private void room(int needed) {
        if (head + needed - taken > ring.length) {
            commit();
            mute();
            try {
                makeRoom(needed);
            } finally {
                unmute();
            }
        }
    }

    private void makeRoom(int needed) {
        if (ring.length == LAST_SIZE || !writer.grow(this, needed)) {
            writer.awaitRoom(this, head + Math.min(needed, ring.length / 4) - ring.length);
        }
    }

    // ---- the consumer's side, under the writer's lock

    long committed() {
        return committed;
    }

    long taken() {
        return taken;
    }

    /** How many events have ended. */
    long events() {
        return events;
    }

    boolean ordered() {
        return ordered != 0;
    }

    /** By how much the ring is larger than it was at first. */
    int grown() {
        return ring.length - FIRST_SIZE;
    }

    /**
     * Takes a larger ring; whether it has room for this many bytes.
     *
     * @param most by how much it may be larger
     */
    boolean grow(int needed, long most) {
        int size = ring.length;
        while (size < LAST_SIZE && 2L * size - ring.length <= most && head + needed - taken > size) {
            size *= 2;
        }
        if (size == ring.length) {
            return false;
        }
        byte[] larger = new byte[size];
        for (long at = taken; at < head; at++) {
            larger[(int) at & size - 1] = ring[(int) at & ring.length - 1];
        }
        ring = larger;
        return head + needed - taken <= size;
    }

    /** Whether the thread has ended and all it had to say is on disk; the main thread's log goes on behind its end. */
    boolean isOver() {
        return number > 0 && isThreadGone() && taken == committed;
    }

    void take(byte[] target, long from, int count) {
        int at = (int) from & ring.length - 1;
        int first = Math.min(count, ring.length - at);
        System.arraycopy(ring, at, target, 0, first);
        System.arraycopy(ring, 0, target, first, count - first);
    }

    void taken(long position) {
        taken = position;
    }

    long eventsTaken() {
        return eventsTaken;
    }

    void eventsTaken(long count) {
        eventsTaken = count;
    }
}
