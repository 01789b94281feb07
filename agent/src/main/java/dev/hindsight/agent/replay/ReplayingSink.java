package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.FieldState;
import dev.hindsight.agent.host.HashState;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.ChunkReader;
import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.EndOfRecordingException;
import dev.hindsight.trace.EventInput;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.NativeRow;
import java.io.FileDescriptor;
import java.io.IOException;

/**
 * Compares what one thread does with its log and hands it what it got then; the mirror of the recording sink.
 *
 * <p>Descriptors above those of the terminal are shown to the program with {@link #NOT_REAL} added: a native that is missed
 * and runs for real finds no such descriptor and fails loudly.
 */
final class ReplayingSink extends EventSink {
    static final int NOT_REAL = 1 << 30;

    private final Replayer replayer;
    private final int number;
    private final EventInput input;
    private final byte[] buffer = new byte[1 << 16];
    private final long[] clocks = new long[2];
    private NativeRow row;
    private int item;
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

    /** Device, inode and size of the file that is mapped next, and how it is. */
    private final long[] file = new long[3];

    private int mode;
    private long position;

    ReplayingSink(Replayer replayer, int number, ChunkReader chunks) {
        super(number + 1L);
        this.replayer = replayer;
        this.number = number;
        this.input = new EventInput(chunks) {
            @Override
            protected boolean nextChunk(ChunkReader from) throws IOException {
                mute();
                try {
                    return from.next();
                } finally {
                    unmute();
                }
            }
        };
    }

    int number() {
        return number;
    }

    long index() {
        return index;
    }

    /** Whether all of the log has been used. */
    boolean atEnd() {
        try {
            return !open && ahead < 0 && input.atEnd();
        } catch (IOException e) {
            throw failed(e);
        }
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
        if (nextAsked != null) {
            replayer.diverged(
                    this, "the program calls " + name(actual), "a class loader asked for '" + nextAsked + "'");
        }
        if (open) {
            cutOff();
        }
        try {
            if (ahead < 0 && input.atEnd()) {
                replayer.endOfLog(this, actual);
            }
            open = true;
            int expected = ahead < 0 ? (int) input.readLength() : ahead;
            ahead = -1;
            index++;
            row = replayer.row(expected);
            item = 0;
            descriptorSeen = false;
            pending.clear();
            if (expected != actual) {
                replayer.diverged(
                        this, "the program calls " + replayer.row(actual).shortName(), row.shortName());
            }
            return true;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private String name(int id) {
        try {
            return replayer.row(id).shortName();
        } catch (CorruptRecordingException e) {
            throw failed(e);
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
        long expected = readNumber();
        if (expected != value) {
            different(Long.toString(value), Long.toString(expected));
        }
        if (prints() && row.writesByte()) {
            pending.add(new byte[] {(byte) value}, 0, 1);
        }
        item++;
    }

    private boolean prints() {
        return descriptorSeen && (descriptor == 1 || descriptor == 2);
    }

    @Override
    public void inDescriptor(int fd) {
        int actual = fd >= NOT_REAL ? fd - NOT_REAL : fd;
        long expected = readNumber();
        if (expected != actual) {
            different("descriptor " + actual, "descriptor " + expected);
        }
        if (!descriptorSeen) {
            descriptorSeen = true;
            descriptor = actual;
        }
        item++;
    }

    @Override
    public void inText(String value) {
        String expected = readText();
        if (value == null ? expected != null : !value.equals(expected)) {
            different(quote(value), quote(expected));
        }
        item++;
    }

    @Override
    public void inPath(long address) {
        byte[] expected = readBytes0();
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
            different(quote(decode(actual)), quote(decode(expected)));
        }
        item++;
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
        try {
            long head = input.readLength();
            if (head >>> 1 != length) {
                different(length + " bytes: " + preview(array, offset, address, length), (head >>> 1) + " bytes");
            }
            boolean whole = (head & 1) != 0;
            compare(array, offset, address, whole ? length : EventReader.WHOLE);
            if (!whole) {
                long expected = 0;
                for (int shift = 0; shift < 64; shift += 8) {
                    expected |= (long) input.readByte() << shift;
                }
                long actual =
                        array != null ? Vm.fingerprint(array, offset, (int) length) : Vm.fingerprint(address, length);
                if (actual != expected) {
                    different(
                            length + " bytes that differ somewhere behind the first " + EventReader.WHOLE,
                            "other bytes with the same beginning");
                }
            }
            if (prints()) {
                pending.add(array, array == null ? address : offset, length);
            }
            item++;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void compare(byte[] array, int offset, long address, long length) throws IOException {
        long done = 0;
        while (done < length) {
            int piece = input.readSome(buffer, 0, (int) Math.min(buffer.length, length - done));
            for (int i = 0; i < piece; i++) {
                byte actual = array != null ? array[offset + (int) done + i] : Vm.byteAt(address + done + i);
                if (actual != buffer[i]) {
                    different(
                            "at byte " + (done + i) + ": " + preview(array, offset, address, length),
                            "there: " + quote(new String(buffer, i, Math.min(piece - i, 60))));
                }
            }
            done += piece;
        }
    }

    /** Shows the first bytes of what the program printed with this event. */
    private void echo(long count) {
        pending.limit(count);
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

    @Override
    public void completes() {
        Throwable thrown;
        try {
            int status = (int) input.readLength();
            order += 1 + ((status & EventReader.GAP) != 0 ? input.readLength() : 0);
            replayer.awaitTurn(this, order);
            long expected = (status & EventReader.HASHED) != 0 ? input.readLength() : 0;
            int actual = isAside() ? 0 : hashes.draws();
            if (actual != expected) {
                replayer.diverged(
                        this,
                        row.shortName() + " after " + actual + " identity hashes",
                        row.shortName() + " after " + expected + " identity hashes since the event before");
            }
            thrown = (status & EventReader.THREW) == 0 ? null : rebuildThrown();
            if (thrown == null && !row.hasResult()) {
                echo(Long.MAX_VALUE);
            }
        } catch (IOException e) {
            throw failed(e);
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

    private Throwable rebuildThrown() throws IOException {
        int kind = (int) input.readLength();
        String message = input.readText();
        long errno = input.readNumber();
        mute();
        try {
            return Throwables.rebuild(row, kind, message, errno);
        } finally {
            unmute();
        }
    }

    @Override
    public long number(long value) {
        long recorded = readNumber();
        // Of a native that prints, this is how much it printed.
        echo(recorded);
        return recorded;
    }

    @Override
    public long clock(int clock, long value) {
        clocks[clock] += readNumber();
        return clocks[clock];
    }

    @Override
    public int descriptor(int fd) {
        return shown((int) readNumber());
    }

    private static int shown(int fd) {
        return fd > 2 ? fd + NOT_REAL : fd;
    }

    /** Pointers of the recorded run mean nothing here; none is ever followed. */
    @Override
    public long handle(long address) {
        return readNumber();
    }

    @Override
    public long mapping(long address, long length) {
        long recorded = readNumber();
        try {
            long size = input.readLength();
            if (size == 0) {
                return recorded;
            }
            long done = 0;
            while (done < size) {
                int piece = input.readSome(buffer, 0, (int) Math.min(buffer.length, size - done));
                replayer.writeMapped(this, file, position + done, buffer, piece);
                done += piece;
            }
            return replayer.map(this, file, mode, position, size);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public String text(String value) {
        return readText();
    }

    @Override
    public byte[] bytes(byte[] value) {
        return readBytes0();
    }

    @Override
    public String[] texts(String[] value) {
        try {
            int count = input.readSize() - 1;
            if (count < 0) {
                return null;
            }
            String[] texts = new String[count];
            for (int i = 0; i < count; i++) {
                texts[i] = input.readText();
            }
            return texts;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public byte[][] byteArrays(byte[][] value) {
        try {
            int count = input.readSize() - 1;
            if (count < 0) {
                return null;
            }
            byte[][] arrays = new byte[count][];
            for (int i = 0; i < count; i++) {
                arrays[i] = input.readByteArray();
            }
            return arrays;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void outDescriptor(FileDescriptor target) {
        Vm.setFd(target, shown((int) readNumber()));
    }

    @Override
    public void outBytes(byte[] array, int offset, long count) {
        try {
            int done = 0;
            while (done < count) {
                done += input.readSome(array, offset + done, (int) count - done);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void outMemory(long address, long count) {
        try {
            long done = 0;
            while (done < count) {
                int piece = input.readSome(buffer, 0, (int) Math.min(buffer.length, count - done));
                Vm.copyIn(buffer, 0, address + done, piece);
                done += piece;
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void outBuffer(long address, long count) {
        try {
            outMemory(address, input.readLength());
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void outFields(Object object) {
        FieldState state = replayer.fields(object.getClass());
        try {
            int count = input.readSize();
            if (count != state.count()) {
                throw new CorruptRecordingException("the fields of " + object.getClass() + " do not match");
            }
            for (int i = 0; i < count; i++) {
                int kind = input.readByte();
                switch (kind) {
                    case 0 -> state.setNumber(object, i, input.readNumber());
                    case 1 -> state.setReference(object, i, input.readByteArray());
                    case 2 -> state.setReference(object, i, input.readText());
                    default -> state.setReference(object, i, texts(null));
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void outLongs(long[] values) {
        try {
            int count = input.readSize();
            for (int i = 0; i < count; i++) {
                values[i] = input.readNumber();
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void outInts(int[] values) {
        try {
            int count = input.readSize();
            for (int i = 0; i < count; i++) {
                values[i] = (int) input.readNumber();
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void end() {
        open = false;
        replayer.passed(order);
    }

    /**
     * The virtual machine asks for classes when it verifies others, and in an order that differs from run to run. The loader
     * is asked in the recorded order: what comes too early waits until what was asked before it has been loaded, and what
     * has been loaded so is not loaded again.
     */
    @Override
    public Class<?> classAsked(int askedRow, ClassLoader loader, String name) {
        if (asked.isAsking(loader, name)) {
            return null;
        }
        while (true) {
            String next = nextAsked(askedRow);
            if (name.equals(next)) {
                passAsked();
                return null;
            }
            Class<?> early = asked.takeEarly(loader, name);
            if (early != null) {
                return early;
            }
            if (next == null) {
                begin(askedRow);
            }
            passAsked();
            asked.loadEarly(loader, next);
        }
    }

    /** The class that was asked for in the next event; null if that is another one. */
    private String nextAsked(int askedRow) {
        if (nextAsked == null && comesNext(askedRow)) {
            begin(askedRow);
            nextAsked = readText();
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
            throw failed(e);
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
            long left = input.readLength();
            long at = change[3];
            while (left > 0) {
                int piece = input.readSome(buffer, 0, (int) Math.min(buffer.length, left));
                replayer.writeMapped(this, change, at, buffer, piece);
                at += piece;
                left -= piece;
            }
        } catch (IOException e) {
            throw failed(e);
        }
        end();
    }

    /** Whether the next event of the log is of this native. */
    private boolean comesNext(int wanted) {
        try {
            if (ahead < 0 && !input.atEnd()) {
                ahead = (int) input.readLength();
            }
            return ahead == wanted;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void different(String actual, String expected) {
        replayer.diverged(this, row.shortName() + " with " + actual, row.shortName() + " with " + expected);
    }

    private long readNumber() {
        try {
            return input.readNumber();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private String readText() {
        try {
            return input.readText();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private byte[] readBytes0() {
        try {
            return input.readByteArray();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The log ends or is damaged; does not return. */
    private IllegalStateException failed(IOException e) {
        if (e instanceof EndOfRecordingException) {
            replayer.endInEvent(this);
        }
        replayer.damaged("thread " + number + ", event " + index + ": " + e.getMessage());
        return new IllegalStateException(e);
    }

    private static String preview(byte[] array, int offset, long address, long length) {
        byte[] start = new byte[(int) Math.min(length, 60)];
        if (array != null) {
            System.arraycopy(array, offset, start, 0, start.length);
        } else {
            Vm.copyOut(address, start, 0, start.length);
        }
        return quote(decode(start));
    }

    private static String decode(byte[] bytes) {
        return bytes == null ? null : new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }

    private static String quote(String text) {
        return text == null ? "null" : "'" + text.replace("\n", "\\n") + "'";
    }
}
