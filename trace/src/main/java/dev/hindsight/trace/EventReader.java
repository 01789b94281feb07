package dev.hindsight.trace;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the events of one thread apart with the table of natives alone; nothing is executed and nothing is loaded.
 *
 * <p>An event is the number of its row, the items that went in, a status and the items that came out. The status is 0
 * for a plain return, else bits: {@link #THREW}, {@link #GAP} (events of other threads lie between this one and the
 * thread's last; their number follows), {@link #HASHED} (the thread drew identity hashes since its last event; a byte of
 * its generator follows).
 */
public final class EventReader implements Closeable {
    public static final int THREW = 1;
    public static final int GAP = 2;
    public static final int HASHED = 4;
    /** Outgoing data up to this length is logged whole; of more, this much and a fingerprint. */
    public static final int WHOLE = 256;

    private final EventInput input;
    private final NativeTable table;
    private long index;
    private long order = -1;
    private long result;

    public EventReader(EventInput input, NativeTable table) {
        this.input = input;
        this.table = table;
    }

    /** The next event, or null at the end. */
    public Event next() throws IOException {
        if (input.atEnd()) {
            return null;
        }
        NativeRow row = table.row((int) Math.min(input.readLength(), Integer.MAX_VALUE));
        List<Object> in = new ArrayList<>();
        List<Object> out = new ArrayList<>();
        String thrown = null;
        try {
            for (NativeRow.Item item : row.in()) {
                readIn(item, in);
            }
            int status = (int) input.readLength();
            order += 1 + ((status & GAP) != 0 ? input.readLength() : 0);
            if ((status & HASHED) != 0) {
                input.readByte();
            }
            if ((status & THREW) != 0) {
                thrown = readThrown();
            } else {
                for (NativeRow.Item item : row.out()) {
                    out.add(readOut(item, row));
                }
            }
        } catch (EndOfRecordingException e) {
            return new Event(row, index++, -1, in, Event.Outcome.UNDER_WAY, null, out);
        }
        Event.Outcome outcome = thrown == null ? Event.Outcome.RETURNED : Event.Outcome.THREW;
        return new Event(row, index++, order, in, outcome, thrown, out);
    }

    private void readIn(NativeRow.Item item, List<Object> in) throws IOException {
        switch (item.kind()) {
            case FD, IFD, NUMBER -> in.add(input.readNumber());
            case TEXT, FILE -> in.add(input.readText());
            case PATH -> in.add(decode(input.readByteArray()));
            case POINTER -> {}
            case DATA, MEMORY -> in.add(readData());
            case VECTOR -> {
                int count = (int) Math.min(input.readNumber(), EventInput.MAX_LENGTH);
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
            if (length > EventInput.MAX_LENGTH) {
                throw new CorruptRecordingException("a length of " + length + " is not believable");
            }
            return new Event.Payload(input.readBytes((int) length), length, 0);
        }
        byte[] start = input.readBytes((int) Math.min(length, WHOLE));
        long fingerprint = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            fingerprint |= (long) input.readByte() << shift;
        }
        return new Event.Payload(start, length, fingerprint);
    }

    /** What was thrown: the number of its kind, then its message, then a number that belongs to it. */
    private String readThrown() throws IOException {
        String kind = ThrowableKind.name((int) input.readLength());
        String message = input.readText();
        input.readNumber();
        return message == null ? kind : kind + ": " + message;
    }

    private Object readOut(NativeRow.Item item, NativeRow row) throws IOException {
        return switch (item.kind()) {
            case RESULT -> readResult(row.result());
            case DESCRIPTOR, FD -> input.readNumber();
            case HANDLE -> input.readNumber();
            case MAPPING -> {
                input.readNumber();
                yield readPayload(input.readLength());
            }
            case BYTES, MEMORY, VECTOR -> readPayload(Math.max(result, 0));
            case FIELDS -> readFields();
            case LONGS, INTS -> {
                int count = input.readSize();
                List<Object> values = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    values.add(input.readNumber());
                }
                yield values;
            }
            default -> throw new CorruptRecordingException(item.kind() + " cannot come out");
        };
    }

    private Object readResult(String type) throws IOException {
        switch (type) {
            case "String":
                return input.readText();
            case "byte[]":
                return decode(input.readByteArray());
            case "String[]", "byte[][]":
                int count = input.readSize() - 1;
                if (count < 0) {
                    return null;
                }
                List<Object> values = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    values.add(type.equals("String[]") ? input.readText() : decode(input.readByteArray()));
                }
                return values;
            default:
                result = input.readNumber();
                return result;
        }
    }

    private List<Object> readFields() throws IOException {
        int count = input.readSize();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(input.readByte() == 0 ? input.readNumber() : decode(input.readByteArray()));
        }
        return values;
    }

    private Event.Payload readPayload(long length) throws IOException {
        if (length < 0 || length > Integer.MAX_VALUE - 16) {
            input.skipBytes(Math.max(length, 0));
            return new Event.Payload(new byte[0], length, 0);
        }
        return new Event.Payload(input.readBytes((int) length), length, 0);
    }

    private static String decode(byte[] bytes) {
        return bytes == null ? null : new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
