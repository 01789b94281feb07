package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.FieldState;
import dev.hindsight.agent.host.HashState;
import dev.hindsight.agent.patch.ConstantPool;
import dev.hindsight.runtime.BesideHooks;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.PollHooks;
import dev.hindsight.runtime.ThreadHooks;
import dev.hindsight.runtime.Vm;
import dev.hindsight.runtime.WaitSets;
import dev.hindsight.trace.ChunkReader;
import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.NativeRow;
import java.io.FileDescriptor;
import java.io.IOException;
import java.util.List;

/**
 * Compares what one thread does with its log and hands it what it got then; the mirror of the recording sink.
 *
 * <p>Descriptors above those of the terminal are shown to the program with {@link #NOT_REAL} added: a native that is missed
 * and runs for real finds no such descriptor and fails loudly.
 */
final class ReplayingSink extends EventSink {
    static final int NOT_REAL = 1 << 30;

    /** Stands where a fingerprint was taken out of a recording. */
    private static final long NO_FINGERPRINT = 0;

    private static final int BUFFER = 1 << 16;
    private static final long LOOK_MILLIS = 1000;

    private final Replayer replayer;
    private final int number;
    private final ThreadLog log;
    private final long[] clocks = new long[3];
    /** Made when it is needed: many threads never do. */
    private byte[] room;

    private NativeRow row;
    private long index = -1;
    private long order = -1;
    private final HashState hashes = new HashState();
    private int descriptor;
    private boolean descriptorSeen;
    private boolean open;
    /** The class of an event that is begun and not yet passed; null for none. */
    private String nextAsked;

    private final AskedClasses asked = new AskedClasses();
    /** What goes to the terminal, if the native did not throw. */
    private final Printed pending = new Printed();

    /** The row of the next event, if it has been read already; else -1. */
    private int ahead = -1;

    /** The first number of the next event, if it has been read already. */
    private long aheadNumber;

    private boolean numberAhead;

    /** How the event that let others run goes on, if that has been read already; else -1. */
    private int statusAhead = -1;

    /** How many identity hashes the event has before its end, if that has been read already; else -1. */
    private long drawsAhead = -1;

    /** At which poll the thread, which runs beside others, is stopped; 0 for none. */
    private long stopsAt;

    /** Whether the log has it where the thread stops that runs beside others. */
    private volatile boolean comesBack;

    private volatile long awaited = -1;

    private volatile boolean awaitingEnd;

    /** Whether the thread never had another turn. */
    private volatile boolean left;

    /** Null if the recording tells who had its turn when. */
    private final SeededTurns turns;

    /** Null if somebody is sure to have the next turn. */
    private final Standstill noMove;

    private boolean admitted;
    private long returnsAt;
    /** The last number that went into the open event. */
    private long lastNumber;
    /** When the native of the open event was called, by the clock of turns from a seed; 0 for no such clock. */
    private long calledAt;

    /** Device, inode and size of the file that is mapped next, and how it is. */
    private final long[] file = new long[3];

    private int mode;
    private long position;

    ReplayingSink(Replayer replayer, int number, Thread thread, ChunkReader chunks, SeededTurns turns) {
        super(thread, number + 1);
        this.turns = turns;
        this.replayer = replayer;
        this.number = number;
        this.log = new ThreadLog(this, replayer, chunks);
        this.noMove = replayer.untilNothingMoves();
    }

    int number() {
        return number;
    }

    long index() {
        return index;
    }

    /** Whether all of the log has been used. */
    boolean atEnd() {
        return !open && ahead < 0 && log.atEnd();
    }

    /** The thread has ended. */
    void close() throws IOException {
        log.close();
    }

    /** The event being replayed; null before the first. */
    NativeRow row() {
        return row;
    }

    @Override
    protected void started() {
        hashes.start();
    }

    @Override
    public boolean begin(int actual) {
        if (isBeside()) {
            BesideHooks.comeFromBeside(this);
        }
        if (nextAsked != null) {
            replayer.diverged(
                    this,
                    "the program calls " + row(actual).shortName(),
                    "a class loader asked for '" + nextAsked + "'");
        }
        if (open) {
            cutOff();
        }
        if (ahead < 0 && log.atEnd()) {
            replayer.endOfLog(this, row(actual));
        }
        open = true;
        int expected = ahead < 0 ? (int) log.length() : ahead;
        ahead = -1;
        index++;
        row = row(expected);
        descriptorSeen = false;
        pending.clear();
        if (expected != actual) {
            replayer.diverged(this, "the program calls " + row(actual).shortName(), row.shortName());
        }
        return true;
    }

    private NativeRow row(int id) {
        try {
            return replayer.row(id);
        } catch (CorruptRecordingException e) {
            throw log.failed(e);
        }
    }

    /**
     * An error struck inside the event before, most likely since the program has used up its stack or its heap: part of the
     * log is used and cannot be used again.
     */
    private void cutOff() {
        String name = row == null ? "the first event" : row.shortName();
        replayer.diverged(this, name + Divergence.CUT_OFF, name);
    }

    @Override
    public void inNumber(long value) {
        long expected = numberAhead ? aheadNumber : log.number();
        numberAhead = false;
        lastNumber = value;
        if (expected != value) {
            different(Long.toString(value), Long.toString(expected));
        }
        if (prints() && row.writesByte()) {
            pending.add(new byte[] {(byte) value}, 0, 1);
        }
    }

    private boolean prints() {
        return descriptorSeen && (descriptor == 1 || descriptor == 2);
    }

    @Override
    public void inDescriptor(int fd) {
        int actual = fd >= NOT_REAL ? fd - NOT_REAL : fd;
        long expected = log.number();
        if (expected != actual) {
            different("descriptor " + actual, "descriptor " + expected);
        }
        if (!descriptorSeen) {
            descriptorSeen = true;
            descriptor = actual;
        }
    }

    @Override
    public void inText(String value) {
        String expected = log.text();
        if (value == null ? expected != null : !value.equals(expected)) {
            different(Shown.text(value), Shown.text(expected));
        }
    }

    @Override
    public void inPath(long address) {
        byte[] expected = log.bytes();
        byte[] actual = null;
        if (address != 0) {
            int size = 0;
            while (Vm.byteAt(address + size) != 0) {
                size++;
            }
            actual = new byte[size];
            Vm.copyOut(address, actual, 0, size);
        }
        if (!java.util.Arrays.equals(expected, actual)) {
            different(Shown.text(actual), Shown.text(expected));
        }
    }

    @Override
    public void inData(byte[] array, int offset, int length) {
        data(array, offset, 0, length);
    }

    @Override
    public void inMemory(long address, long length) {
        data(null, 0, address, length);
    }

    private void data(byte[] array, int offset, long address, long length) {
        long head = log.length();
        if (head >>> 1 != length) {
            different(length + " bytes: " + Shown.preview(array, offset, address, length), (head >>> 1) + " bytes");
        }
        boolean whole = (head & 1) != 0;
        compare(array, offset, address, whole ? length : EventReader.WHOLE);
        if (!whole) {
            long expected = 0;
            for (int shift = 0; shift < 64; shift += 8) {
                expected |= (long) log.oneByte() << shift;
            }
            long actual = array != null ? Vm.fingerprint(array, offset, (int) length) : Vm.fingerprint(address, length);
            if (actual != expected && expected != NO_FINGERPRINT) {
                different(
                        length + " bytes that differ somewhere behind the first " + EventReader.WHOLE,
                        "other bytes with the same beginning");
            }
        }
        if (prints()) {
            pending.add(array, array == null ? address : offset, length);
        }
    }

    private void compare(byte[] array, int offset, long address, long length) {
        long done = 0;
        byte[] buffer = buffer(length);
        while (done < length) {
            int piece = log.some(buffer, 0, (int) Math.min(buffer.length, length - done));
            for (int i = 0; i < piece; i++) {
                byte actual = array != null ? array[offset + (int) done + i] : Vm.byteAt(address + done + i);
                if (actual != buffer[i]) {
                    different(
                            Shown.preview(array, offset, address, length) + ", which differs at byte " + (done + i),
                            Shown.preview(buffer, i, 0, piece - i) + " from byte " + (done + i) + " on");
                }
            }
            done += piece;
        }
    }

    /** For so many bytes, or a part of them; there may be thousands of threads that need little. */
    private byte[] buffer(long needed) {
        int size = (int) Math.max(0, Math.min(needed, BUFFER));
        if (room == null || room.length < size) {
            room = new byte[size];
        }
        return room;
    }

    /** Shows the first bytes of what the program printed with this event. */
    private void echo(long count) {
        if (pending.isEmpty()) {
            return;
        }
        pending.limit(count);
        byte[] buffer = buffer(count);
        for (int piece = pending.take(buffer); piece > 0; piece = pending.take(buffer)) {
            replayer.echo(this, descriptor, buffer, piece);
        }
    }

    @Override
    public boolean calls() {
        return false;
    }

    @Override
    public void threw(Throwable thrown) {
        throw new IllegalStateException("a native ran during a replay", thrown);
    }

    private int readStatus() {
        int status = (int) log.length();
        order += 1 + ((status & EventReader.GAP) != 0 ? log.length() : 0);
        return status;
    }

    /** How the thread goes on that lets others run; -1 if the log ends before it tells that. */
    private int readStatusAhead() {
        int status = (int) log.lengthAhead();
        long gap = status >= 0 && (status & EventReader.GAP) != 0 ? log.lengthAhead() : 0;
        order += 1 + Math.max(gap, 0);
        return gap < 0 ? -1 : status;
    }

    /** The thread was in a native while others ran; the log has the decision at which it was let in again. */
    private void comeBack() {
        mute();
        try {
            if (log.atEnd()) {
                turns.leaveUntil(this, SeededTurns.NEVER);
                replayer.awaitEnd(this);
            }
            readStatus();
            turns.leaveUntil(this, order);
            turns.await(this);
        } finally {
            unmute();
        }
    }

    @Override
    public void completes() {
        calledAt = turns != null && ThreadHooks.isArmed() ? turns.now() : 0;
        long nanos = turns != null && ThreadHooks.isArmed() && !isPinned() ? row.waitNanos(lastNumber) : -1;
        if (nanos >= 0) {
            ThreadHooks.sleep(this, nanos);
        }
        int status = statusAhead < 0 ? readStatus() : statusAhead;
        statusAhead = -1;
        boolean resumed = turns == null && (status & EventReader.LEFT) != 0;
        while ((status & EventReader.LEFT) != 0) {
            waiting.startNative(row.waits());
            passLeaving();
            if (turns != null) {
                comeBack();
            }
            status = readStatus();
        }
        replayer.awaitTurn(this, order);
        if (resumed) {
            beginTurn();
        }
        long expected = drawsAhead >= 0 ? drawsAhead : (status & EventReader.HASHED) != 0 ? log.length() : 0;
        drawsAhead = -1;
        int actual = isAside() ? 0 : hashes.draws();
        if (actual < expected && replayer.debuggerHashes()) {
            hashes.skip((int) expected - actual);
        } else if (actual != expected) {
            replayer.diverged(
                    this,
                    row.shortName() + " after " + actual + " identity hashes",
                    row.shortName() + " after " + expected + " identity hashes since the event before");
        }
        Throwable thrown = (status & EventReader.THREW) == 0 ? null : rebuildThrown();
        if (thrown == null && !row.hasResult()) {
            echo(Long.MAX_VALUE);
        }
        if (thrown != null) {
            end();
            if (thrown instanceof InterruptedException) {
                // The native cleared the thread's interrupt with it.
                Thread.interrupted();
            }
            Vm.raise(thrown);
        }
    }

    private Throwable rebuildThrown() {
        int kind = (int) log.length();
        String message = log.text();
        long errno = log.number();
        mute();
        try {
            return Throwables.rebuild(row, kind, message, errno);
        } catch (CorruptRecordingException e) {
            throw log.failed(e);
        } finally {
            unmute();
        }
    }

    @Override
    public long number(long value) {
        long recorded = log.number();
        // Of a native that prints, this is how much it printed.
        echo(recorded);
        if (recorded == 0 && calledAt != 0) {
            long nanos = row.timeOutNanos(lastNumber);
            if (nanos > 0) {
                turns.passTo(calledAt + nanos);
            }
        }
        return recorded;
    }

    @Override
    public long clock(int clock, long value) {
        clocks[clock] += log.number();
        return clocks[clock];
    }

    @Override
    public int descriptor(int fd) {
        return shown((int) log.number());
    }

    private static int shown(int fd) {
        return fd > 2 ? fd + NOT_REAL : fd;
    }

    /** Pointers of the recorded run mean nothing here; none is ever followed. */
    @Override
    public long handle(long address) {
        return log.number();
    }

    @Override
    public long mapping(long address, long length) {
        long recorded = log.number();
        long size = log.length();
        if (size == 0) {
            return recorded;
        }
        try {
            writeMapped(file, position, size);
            return replayer.map(this, file, mode, position, size);
        } catch (IOException e) {
            throw log.failed(e);
        }
    }

    private void writeMapped(long[] changed, long start, long size) throws IOException {
        long done = 0;
        byte[] buffer = buffer(size);
        while (done < size) {
            int piece = log.some(buffer, 0, (int) Math.min(buffer.length, size - done));
            replayer.writeMapped(this, changed, start + done, buffer, piece);
            done += piece;
        }
    }

    @Override
    public String text(String value) {
        return log.text();
    }

    @Override
    public byte[] bytes(byte[] value) {
        return log.bytes();
    }

    @Override
    public String[] texts(String[] value) {
        int count = log.size() - 1;
        if (count < 0) {
            return null;
        }
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            texts[i] = log.text();
        }
        return texts;
    }

    @Override
    public byte[][] byteArrays(byte[][] value) {
        int count = log.size() - 1;
        if (count < 0) {
            return null;
        }
        byte[][] arrays = new byte[count][];
        for (int i = 0; i < count; i++) {
            arrays[i] = log.bytes();
        }
        return arrays;
    }

    @Override
    public void outDescriptor(FileDescriptor target) {
        Vm.setFd(target, shown((int) log.number()));
    }

    @Override
    public void outBytes(byte[] array, int offset, long count) {
        int done = 0;
        while (done < count) {
            done += log.some(array, offset + done, (int) count - done);
        }
    }

    @Override
    public void outMemory(long address, long count) {
        long done = 0;
        byte[] buffer = buffer(count);
        while (done < count) {
            int piece = log.some(buffer, 0, (int) Math.min(buffer.length, count - done));
            Vm.copyIn(buffer, 0, address + done, piece);
            done += piece;
        }
    }

    @Override
    public void outBuffer(long address, long count) {
        outMemory(address, log.length());
    }

    @Override
    public void outFields(Object object) {
        FieldState state = replayer.fields(object.getClass());
        int count = log.size();
        if (count != state.count()) {
            throw log.failed(new CorruptRecordingException("the fields of " + object.getClass() + " do not match"));
        }
        for (int i = 0; i < count; i++) {
            switch (log.oneByte()) {
                case 0 -> state.setNumber(object, i, log.number());
                case 1 -> state.setReference(object, i, log.bytes());
                case 2 -> state.setReference(object, i, log.text());
                default -> state.setReference(object, i, texts(null));
            }
        }
    }

    @Override
    public void outLongs(long[] values) {
        int count = log.size();
        for (int i = 0; i < count; i++) {
            values[i] = log.number();
        }
    }

    @Override
    public void outInts(int[] values) {
        int count = log.size();
        for (int i = 0; i < count; i++) {
            values[i] = (int) log.number();
        }
    }

    @Override
    public void outDescriptors(int[] values) {
        outInts(values);
        for (int i = 0; i < values.length; i++) {
            values[i] = shown(values[i]);
        }
    }

    @Override
    public void end() {
        open = false;
        if (turns == null && ThreadHooks.isArmed()) {
            // Before others go on: if this was the thread's last event, the next turn begins with it.
            PollHooks.aim(this);
        }
        replayer.passed(order);
        if (ahead < 0 && log.atEnd()) {
            replayer.logEnded(this);
        }
    }

    /**
     * The virtual machine asks for classes when it verifies others, and in an order that differs from run to run. The loader
     * is asked in the recorded order: what comes too early waits until what was asked before it has been loaded, and what
     * has been loaded so is not loaded again.
     */
    @Override
    public Class<?> classAsked(int askedRow, ClassLoader loader, String name) {
        if (isBeside()) {
            BesideHooks.comeFromBeside(this);
        }
        if (asked.isAsking(loader, name)) {
            return null;
        }
        while (true) {
            String next = nextAsked(askedRow);
            if (name.equals(next)) {
                passAsked();
                asked.passed(loader, name);
                return null;
            }
            Class<?> early = asked.takeEarly(loader, name);
            if (early != null) {
                return early;
            }
            if (next == null && ahead >= 0) {
                index++;
                replayer.diverged(
                        this,
                        "a class loader is asked for '" + name + "'",
                        row(ahead).shortName());
            }
            if (next == null) {
                begin(askedRow);
            }
            passAsked();
            asked.loadEarly(loader, next, name);
            Class<?> inside = asked.takePassed(loader, name);
            if (inside != null) {
                return inside;
            }
        }
    }

    /**
     * The virtual machine takes a class for its own supertype if it has to define one while it asks for the other. So the
     * supertypes are asked for here, in the recorded order.
     */
    @Override
    public void classDefined(int askedRow, ClassLoader loader, byte[] content) {
        if (!asked.isWaiting()) {
            return;
        }
        List<String> supertypes = new ConstantPool(content).supertypes();
        if (asked.isWaiting(loader, supertypes)) {
            unmute();
            try {
                while (supertypes.contains(nextAsked(askedRow))) {
                    asked.loadSupertype(loader, nextAsked);
                }
            } finally {
                mute();
            }
        }
    }

    /** The class that was asked for in the next event; null if that is another one. */
    private String nextAsked(int askedRow) {
        if (nextAsked == null && comesNext(askedRow)) {
            begin(askedRow);
            nextAsked = log.text();
        }
        return nextAsked;
    }

    private void passAsked() {
        nextAsked = null;
        completes();
        end();
    }

    @Override
    public void fileMapped(int fd, int how, long where) {
        inDescriptor(fd);
        inNumber(how);
        inNumber(where);
        completes();
        outLongs(file);
        mode = how;
        position = where;
        try {
            replayer.resizeMapped(this, file);
        } catch (IOException e) {
            throw log.failed(e);
        }
        end();
    }

    @Override
    public void fileChanged(int changeRow, int fd, long offset, long count) {
        if (!replayer.mapsFiles() || !comesNext(changeRow)) {
            return;
        }
        begin(changeRow);
        inDescriptor(fd);
        completes();
        long[] change = new long[4];
        outLongs(change);
        try {
            replayer.resizeMapped(this, change);
            writeMapped(change, change[3], log.length());
        } catch (IOException e) {
            throw log.failed(e);
        }
        end();
    }

    // ---- turns

    private void passLeaving() {
        replayer.awaitTurn(this, order);
        replayer.passedLeaving(order);
    }

    @Override
    public boolean isSeeded() {
        return turns != null;
    }

    @Override
    public long now() {
        return turns == null ? System.nanoTime() : turns.now();
    }

    @Override
    public boolean handlesInTurn() {
        return turns != null || comesNext(Hooks.Rows.threadBegun);
    }

    @Override
    public boolean isAdmitted() {
        return admitted;
    }

    void admit() {
        admitted = true;
    }

    void returnsAt(long decision) {
        returnsAt = decision;
    }

    long returnsAt() {
        return returnsAt;
    }

    @Override
    public boolean leavesAt(int wanted, long place) {
        return turns != null ? turns.othersCanRun() : comesNext(wanted, place);
    }

    @Override
    public long nextStop(long from) {
        boolean stops =
                !open && turns == null && (comesNext(Hooks.Rows.threadAsked) || comesNext(Hooks.Rows.threadBeside));
        return stops ? numberAhead() : -1;
    }

    /** Whether the next event of the log is of this native and begins with this number. */
    private boolean comesNext(int wanted, long number) {
        return comesNext(wanted) && numberAhead() == number;
    }

    private long numberAhead() {
        if (!numberAhead) {
            aheadNumber = log.numberAhead();
            numberAhead = aheadNumber >= 0;
        }
        return aheadNumber;
    }

    @Override
    public boolean findsCleared(int wanted, long look, boolean cleared) {
        boolean recorded = comesNext(wanted, look);
        if (recorded) {
            begin(wanted);
            inNumber(look);
            completes();
            end();
        } else if (cleared) {
            if (nextAsked == null && ahead < 0 && log.atEnd()) {
                replayer.endOfLog(this, row(wanted));
            }
            replayer.diverged(this, "the program finds a reference cleared", "a reference that is not cleared");
        }
        return recorded;
    }

    @Override
    public long takesReference(int wanted, long look, long number) {
        if (!comesNext(wanted, look)) {
            return 0;
        }
        begin(wanted);
        inNumber(look);
        completes();
        long taken = number(0);
        end();
        return taken;
    }

    @Override
    public boolean replays() {
        return true;
    }

    @Override
    public void tookReference(long number) {
        // Whoever looked for it has taken it.
    }

    @Override
    public boolean leavesBefore(int wanted, Object monitor) {
        return (turns != null || comesNext(wanted)) && WaitSets.isTaken(this, monitor);
    }

    @Override
    public void leave() {
        if (turns != null) {
            leaveTurn();
            return;
        }
        readLeaving();
        letOthersGoOn();
    }

    private void letOthersGoOn() {
        passLeaving();
        statusAhead = readStatusAhead();
        left = statusAhead < 0;
        if (!left) {
            awaited = order;
        }
    }

    @Override
    public boolean goesBesideAt(long place) {
        return turns == null && comesNext(Hooks.Rows.threadBeside, place);
    }

    private void readLeaving() {
        if ((readStatus() & EventReader.LEFT) == 0) {
            throw log.failed(new CorruptRecordingException("a thread has to wait that did not"));
        }
    }

    /** Where it is to be stopped must be known before others go on. */
    @Override
    public void goBeside() {
        readLeaving();
        long next = log.lengthAhead();
        if (next >= 0 && next != EventReader.STOPPED) {
            throw log.failed(new CorruptRecordingException("a thread has its turn again that was not stopped"));
        }
        long poll = log.numberAhead();
        comesBack = poll >= 0;
        stopsAt = Math.max(poll, 0);
        letOthersGoOn();
        if (!left) {
            drawsAhead = (statusAhead & EventReader.HASHED) != 0 ? log.lengthAhead() : 0;
            long confirmed = log.numberAhead();
            left = confirmed < 0;
            if (!left && confirmed != stopsAt) {
                throw log.failed(new CorruptRecordingException("a thread was stopped in two places at once"));
            }
        }
    }

    @Override
    public void stopsBeside(long poll) {
        // It is compared when the thread has its turn.
    }

    @Override
    public void recalls(EventSink other) {
        if (!((ReplayingSink) other).comesBack) {
            replayer.comesNotBack(this);
        }
    }

    @Override
    public long stopsBesideAt() {
        return stopsAt;
    }

    @Override
    public void comeFromBeside(long poll) {
        awaitTurn();
        if (poll != stopsAt) {
            different(besidePlace(poll), besidePlace(stopsAt));
        }
        completes();
    }

    private static String besidePlace(long poll) {
        return poll == 0 ? "what needs its turn" : "its " + poll + ". poll beside others";
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
    public boolean isTurn() {
        if (turns != null) {
            return turns.isOwner(this);
        }
        return !left && replayer.isTurnOf(order);
    }

    @Override
    public void awaitTurn() {
        if (turns != null) {
            awaitSeededTurn();
            return;
        }
        if (left) {
            replayer.awaitEnd(this);
        }
        replayer.awaitTurn(this, order);
        beginTurn();
    }

    @Override
    public void waitIn(Object monitor) throws InterruptedException {
        if (noMove == null) {
            monitor.wait();
        } else {
            long start = System.nanoTime();
            monitor.wait(LOOK_MILLIS);
            waited(LOOK_MILLIS * 1_000_000, start);
        }
    }

    /** Waits for this sink's turn, or for a while. */
    void park(long nanos) {
        long start = System.nanoTime();
        Vm.park(nanos);
        waited(nanos, start);
    }

    private void waited(long nanos, long start) {
        if (noMove != null && !isTurn()) {
            replayer.waited(this, nanos, System.nanoTime() - start, noMove);
        }
    }

    private void awaitSeededTurn() {
        mute();
        try {
            turns.await(this);
        } finally {
            unmute();
        }
    }

    private void beginTurn() {
        mute();
        try {
            ThreadHooks.beginTurn();
        } finally {
            unmute();
        }
    }

    @Override
    public void awaitFirstTurn() {
        if (turns != null) {
            // When it comes was read when the thread ended on whose log this one goes on.
            awaitSeededTurn();
            return;
        }
        if (statusAhead < 0 && log.atEnd()) {
            replayer.awaitEnd(this);
        }
        readFirstPlace();
        awaited = order;
        replayer.awaitTurn(this, order);
        beginTurn();
    }

    private void readFirstPlace() {
        if (statusAhead < 0) {
            statusAhead = readStatus();
        }
    }

    /** The place at which the thread begins, or somebody else who goes on with its log; out of reach if nobody does. */
    long firstPlace() {
        if (open || !comesNext(Hooks.Rows.threadBegun)) {
            return Long.MAX_VALUE;
        }
        readFirstPlace();
        return order;
    }

    @Override
    public void finish() {
        boolean goesOn = turns != null && comesNext(Hooks.Rows.threadBegun);
        mute();
        if (goesOn) {
            readStatus();
        }
        if (turns != null) {
            turns.leaveUntil(this, goesOn ? order : SeededTurns.NEVER);
        }
    }

    @Override
    public void changed() {
        // Whose turn it is is recorded.
    }

    /** The thread waits until this place has come. */
    void awaits(long place) {
        awaited = place;
    }

    /** The thread has nothing more to do. */
    void awaitsEnd() {
        awaitingEnd = true;
    }

    boolean isAwaitingEnd() {
        return awaitingEnd;
    }

    /** The turn for which the thread waits, or waited last. */
    long awaited() {
        return awaited;
    }

    /** Whether the next event of the log is of this native; if a class is asked for next, that event is begun already. */
    private boolean comesNext(int wanted) {
        if (nextAsked != null) {
            return false;
        }
        if (ahead < 0) {
            ahead = (int) log.lengthAhead();
        }
        return ahead == wanted;
    }

    private void different(String actual, String expected) {
        replayer.diverged(this, row.shortName() + " with " + actual, row.shortName() + " with " + expected);
    }
}
