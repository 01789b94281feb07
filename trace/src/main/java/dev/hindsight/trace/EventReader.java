package dev.hindsight.trace;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes the events of one thread apart with the table of natives alone; nothing is executed and nothing is loaded.
 *
 * <p>An event is the number of its row, the items that went in, a status and the items that came out. The status is 0
 * for a plain return, else bits: {@link #THREW}, {@link #GAP} (events of other threads lie between this one and the
 * thread's last; their number follows), {@link #HASHED} (the thread drew identity hashes since its last event; their
 * number follows). {@link #LEFT} says that the thread let others run: this has its place among all events, and another status
 * follows, written when the thread went on. {@link #STOPPED} comes before that, has no place and says where a thread stopped that
 * ran beside others.
 */
public final class EventReader implements Closeable {
    public static final int THREW = 1;
    public static final int GAP = 2;
    public static final int HASHED = 4;
    public static final int LEFT = 8;
    public static final int STOPPED = 16;
    /** Outgoing data up to this length is logged whole; of more, this much and a fingerprint. */
    public static final int WHOLE = 256;

    private static final int KNOWN = THREW | GAP | HASHED | LEFT;

    private final EventInput input;
    private final NativeTable table;
    private final Map<Integer, Long> clocks = new HashMap<>();
    private final int keep;
    private final List<Long> places = new ArrayList<>();
    private long index;
    private long order = -1;
    private long result;

    private Watcher watcher;
    private NativeRow row;
    /** The first descriptor of the event; -1 if it has none. */
    private long descriptor;

    /** Sees the texts and bytes of events, and where they are in the log. */
    public interface Watcher {
        /**
         * @param descriptor the first that went into the event; -1 for none
         * @param bytes as they stand in the log
         * @param position of their end, in bytes from the beginning of the log
         * @param fixed whether a fingerprint of these and further bytes stands behind them
         */
        void seen(NativeRow row, long descriptor, byte[] bytes, long position, boolean fixed);
    }

    public EventReader(EventInput input, NativeTable table) {
        this(input, table, EventInput.MAX_LENGTH);
    }

    public void watch(Watcher chosen) {
        watcher = chosen;
    }

    /**
     * @param keep how many bytes of one transfer are kept at most
     */
    EventReader(EventInput input, NativeTable table, int keep) {
        this.input = input;
        this.table = table;
        this.keep = keep;
    }

    /** The next event, or null at the end. */
    public Event next() throws IOException {
        row = readRow();
        if (row == null) {
            return null;
        }
        result = 0;
        descriptor = -1;
        places.clear();
        List<Object> in = new ArrayList<>();
        List<Object> out = new ArrayList<>();
        String thrown = null;
        try {
            for (NativeRow.Item item : row.in()) {
                readIn(item, in);
            }
            int status = readPlace();
            while ((status & LEFT) != 0) {
                places.add(order);
                status = readPlace();
            }
            if ((status & HASHED) != 0) {
                input.readLength();
            }
            if ((status & THREW) != 0) {
                thrown = readThrown();
            } else {
                for (NativeRow.Item item : row.out()) {
                    if (!item.kind().isSilent()) {
                        out.add(readOut(item, row));
                    }
                }
            }
        } catch (EndOfRecordingException e) {
            return new Event(row, index++, -1, in, Event.Outcome.UNDER_WAY, null, out);
        }
        places.add(order);
        Event.Outcome outcome = thrown == null ? Event.Outcome.RETURNED : Event.Outcome.THREW;
        return new Event(row, index++, order, in, outcome, thrown, out);
    }

    /** The places that the last event takes among all events: one whenever its thread let others run, one for its end. */
    public List<Long> places() {
        return places;
    }

    private int readPlace() throws IOException {
        int status = readStatus();
        while (status == STOPPED) {
            // The event's result says it again, if the thread had its turn before the recording ended.
            input.readNumber();
            status = readStatus();
        }
        order = next(order, (status & GAP) != 0 ? input.readLength() : 0);
        return status;
    }

    /** The row of the next event; null if the recording ends before or within its number. */
    private NativeRow readRow() throws IOException {
        if (input.atEnd()) {
            return null;
        }
        try {
            return table.row(input.readSize());
        } catch (EndOfRecordingException e) {
            return null;
        }
    }

    private int readStatus() throws IOException {
        long status = input.readLength();
        if (status != STOPPED && (status & ~KNOWN) != 0) {
            throw new CorruptRecordingException("no event has status " + status);
        }
        return (int) status;
    }

    private static long next(long order, long gap) throws CorruptRecordingException {
        if (gap < 0 || gap > Long.MAX_VALUE - 1 - Math.max(order, 0)) {
            throw new CorruptRecordingException("a gap of " + gap + " events is not believable");
        }
        return order + 1 + gap;
    }

    private void readIn(NativeRow.Item item, List<Object> in) throws IOException {
        switch (item.kind()) {
            case FD, IFD -> {
                long read = input.readNumber();
                descriptor = descriptor < 0 ? read : descriptor;
                in.add(read);
            }
            case NUMBER -> in.add(input.readNumber());
            case TEXT, FILE, ADDRESS -> in.add(readText());
            case PATH -> in.add(readBytes());
            case POINTER, LIBRARY, COMMAND -> {}
            case DATA, MEMORY, ARRAY -> in.add(readData());
            case VECTOR -> {
                long count = input.readNumber();
                if (count > EventInput.MAX_LENGTH) {
                    throw new CorruptRecordingException("a vector of " + count + " buffers is not believable");
                }
                List<Object> parts = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    parts.add(readData());
                }
                in.add(parts);
            }
            default -> throw new CorruptRecordingException(item.kind() + " cannot go in");
        }
    }

    private Event.Payload readData() throws IOException {
        long head = input.readLength();
        long length = head >>> 1;
        if ((head & 1) != 0) {
            return readPayload(length);
        }
        byte[] start = input.readBytes((int) Math.min(length, WHOLE));
        seen(start, true);
        long fingerprint = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            fingerprint |= (long) input.readByte() << shift;
        }
        return new Event.Payload(start, length, fingerprint);
    }

    /** What was thrown: the number of its kind, then its message, then a number that belongs to it. */
    private String readThrown() throws IOException {
        String kind = ThrowableKind.name(input.readSize());
        String message = readText();
        input.readNumber();
        return message == null ? kind : kind + ": " + message;
    }

    private Object readOut(NativeRow.Item item, NativeRow row) throws IOException {
        return switch (item.kind()) {
            case RESULT -> readResult(row.result());
            case CLOCK -> readClock(row);
            case DESCRIPTOR, FD -> input.readNumber();
            case HANDLE -> input.readNumber();
            case MAPPING -> {
                input.readNumber();
                yield readPayload(input.readLength());
            }
            case BUFFER, SENDER -> readPayload(input.readLength());
            case BYTES, MEMORY, VECTOR -> readPayload(Math.max(result, 0));
            case FIELDS -> readFields();
            case ENDPOINT -> readResult("String[]");
            case NAME -> readResult("byte[]");
            case DOUBLES -> readDoubles();
            case LONGS, INTS, POLLED, DESCRIPTORS, PIPE -> readNumbers();
            case EVENTS -> List.of(readNumbers(), readNumbers());
            default -> throw new CorruptRecordingException(item.kind() + " cannot come out");
        };
    }

    private List<Object> readNumbers() throws IOException {
        int count = input.readSize();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(input.readNumber());
        }
        return values;
    }

    private List<Object> readDoubles() throws IOException {
        List<Object> values = readNumbers();
        values.replaceAll(bits -> Double.longBitsToDouble((Long) bits));
        return values;
    }

    private long readClock(NativeRow row) throws IOException {
        long now = clocks.getOrDefault(row.id(), 0L) + input.readNumber();
        clocks.put(row.id(), now);
        return now;
    }

    private Object readResult(String type) throws IOException {
        switch (type) {
            case "String":
                return readText();
            case "byte[]":
                return readBytes();
            case "String[]", "byte[][]", "InetAddress", "InetAddress[]", "NetworkInterface", "NetworkInterface[]":
                int count = input.readSize() - 1;
                if (count < 0) {
                    return null;
                }
                List<Object> values = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    values.add(!type.equals("byte[][]") ? readText() : readBytes());
                }
                return values;
            case "double":
                return Double.longBitsToDouble(input.readNumber());
            case "int[]":
                return readNumbers();
            case "MemoryUsage":
                return input.readNumber() == 0 ? null : readNumbers();
            default:
                result = input.readNumber();
                return result;
        }
    }

    private List<Object> readFields() throws IOException {
        int count = input.readSize();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(
                    switch (input.readByte()) {
                        case 0 -> input.readNumber();
                        case 1 -> readBytes();
                        case 2 -> readText();
                        default -> readResult("String[]");
                    });
        }
        return values;
    }

    /** A program may read more at once than fits here; then only the beginning is kept. */
    private Event.Payload readPayload(long length) throws IOException {
        if (length < 0) {
            throw new CorruptRecordingException("a length of " + length + " is not believable");
        }
        byte[] bytes = input.readBytes((int) Math.min(length, keep));
        seen(bytes, false);
        input.skipBytes(length - bytes.length);
        return new Event.Payload(bytes, length, 0);
    }

    private String readBytes() throws IOException {
        byte[] bytes = input.readByteArray();
        if (bytes == null) {
            return null;
        }
        seen(bytes, false);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String readText() throws IOException {
        String text = input.readText();
        if (text != null && watcher != null) {
            seen(EventInput.encode(text), false);
        }
        return text;
    }

    private void seen(byte[] bytes, boolean fixed) {
        if (watcher != null) {
            watcher.seen(row, descriptor, bytes, input.position(), fixed);
        }
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
