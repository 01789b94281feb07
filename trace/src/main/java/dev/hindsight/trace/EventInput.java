package dev.hindsight.trace;

import java.io.Closeable;
import java.io.IOException;

/**
 * The bytes of one thread's events, across chunk borders; how the pieces of an event are encoded is decided here.
 *
 * <p>Numbers are zigzag varints; lengths are plain varints; a text is its length plus one (0 is null) and its characters,
 * each in one to three bytes.
 */
public class EventInput implements Closeable {
    /** Longest text, array or path that is believed. */
    public static final int MAX_LENGTH = 1 << 28;

    private final ChunkReader chunks;
    private byte[] data = new byte[0];
    private int at;
    private int length;
    private boolean ended;
    /** How many bytes came before those of this chunk. */
    private long before;

    public EventInput(ChunkReader chunks) {
        this.chunks = chunks;
    }

    /** Whether the recording ends here, between two pieces. */
    public final boolean atEnd() throws IOException {
        while (at == length) {
            if (ended || !nextChunk(chunks)) {
                ended = true;
                return true;
            }
            data = chunks.data();
            before += at;
            at = 0;
            length = chunks.length();
        }
        return false;
    }

    /** How many bytes have been read. */
    public final long position() {
        return before + at;
    }

    /** Reads on; where reading must not be noticed, a subclass sees to it. */
    protected boolean nextChunk(ChunkReader from) throws IOException {
        return from.next();
    }

    public final int readByte() throws IOException {
        if (at == length && atEnd()) {
            throw new EndOfRecordingException();
        }
        return data[at++] & 0xff;
    }

    public final long readLength() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = readByte();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new CorruptRecordingException("a number is too long");
    }

    public final long readNumber() throws IOException {
        long value = readLength();
        return value >>> 1 ^ -(value & 1);
    }

    public final int readSize() throws IOException {
        long size = readLength();
        if (size < 0 || size > MAX_LENGTH) {
            throw new CorruptRecordingException("a length of " + size + " is not believable");
        }
        return (int) size;
    }

    /** Null if null was written. */
    public final String readText() throws IOException {
        int size = readSize() - 1;
        if (size < 0) {
            return null;
        }
        StringBuilder text = new StringBuilder(Math.min(size, 1 << 16));
        for (int i = 0; i < size; i++) {
            int first = readByte();
            if (first < 0x80) {
                text.append((char) first);
            } else if (first < 0xe0) {
                text.append((char) ((first & 0x1f) << 6 | readByte() & 0x3f));
            } else {
                text.append((char) ((first & 0x0f) << 12 | (readByte() & 0x3f) << 6 | readByte() & 0x3f));
            }
        }
        return text.toString();
    }

    /** A text's characters as they stand in the log. */
    static byte[] encode(String text) {
        byte[] bytes = new byte[3 * text.length()];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[size++] = (byte) c;
            } else if (c < 0x800) {
                bytes[size++] = (byte) (0xc0 | c >>> 6);
                bytes[size++] = (byte) (0x80 | c & 0x3f);
            } else {
                bytes[size++] = (byte) (0xe0 | c >>> 12);
                bytes[size++] = (byte) (0x80 | c >>> 6 & 0x3f);
                bytes[size++] = (byte) (0x80 | c & 0x3f);
            }
        }
        return java.util.Arrays.copyOf(bytes, size);
    }

    /** Null if null was written. */
    public final byte[] readByteArray() throws IOException {
        int size = readSize() - 1;
        return size < 0 ? null : readBytes(size);
    }

    public final byte[] readBytes(int size) throws IOException {
        byte[] bytes = new byte[Math.min(size, ChunkWriter.MAX_CHUNK)];
        int got = 0;
        while (got < size) {
            if (got == bytes.length) {
                bytes = java.util.Arrays.copyOf(bytes, (int) Math.min(size, 2L * bytes.length));
            }
            got += readSome(bytes, got, bytes.length - got);
        }
        return bytes;
    }

    /** Fills part of an array with at least one byte; returns how many. */
    public final int readSome(byte[] target, int offset, int size) throws IOException {
        if (at == length && atEnd()) {
            throw new EndOfRecordingException();
        }
        int count = Math.min(size, length - at);
        System.arraycopy(data, at, target, offset, count);
        at += count;
        return count;
    }

    /** Moves over bytes without keeping them. */
    public final void skipBytes(long size) throws IOException {
        long left = size;
        while (left > 0) {
            if (at == length && atEnd()) {
                throw new EndOfRecordingException();
            }
            int count = (int) Math.min(left, length - at);
            at += count;
            left -= count;
        }
    }

    @Override
    public final void close() throws IOException {
        chunks.close();
    }
}
