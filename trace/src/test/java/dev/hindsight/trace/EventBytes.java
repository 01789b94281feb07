package dev.hindsight.trace;

import java.io.ByteArrayOutputStream;

/** Encodes the pieces of events by hand; the mirror of {@link EventInput}, and independent of the recorder. */
final class EventBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    EventBytes raw(int... values) {
        for (int value : values) {
            out.write(value);
        }
        return this;
    }

    EventBytes bytes(byte[] values) {
        out.writeBytes(values);
        return this;
    }

    EventBytes length(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    EventBytes number(long value) {
        return length(value << 1 ^ value >> 63);
    }

    EventBytes text(String value) {
        if (value == null) {
            return length(0);
        }
        length(value.length() + 1L);
        for (char c : value.toCharArray()) {
            if (c < 0x80) {
                raw(c);
            } else if (c < 0x800) {
                raw(0xc0 | c >>> 6, 0x80 | c & 0x3f);
            } else {
                raw(0xe0 | c >>> 12, 0x80 | c >>> 6 & 0x3f, 0x80 | c & 0x3f);
            }
        }
        return this;
    }

    EventBytes byteArray(byte[] value) {
        return value == null ? length(0) : length(value.length + 1L).bytes(value);
    }

    /** Data that is logged whole. */
    EventBytes data(byte[] value) {
        return length((long) value.length << 1 | 1).bytes(value);
    }

    byte[] toBytes() {
        return out.toByteArray();
    }
}
