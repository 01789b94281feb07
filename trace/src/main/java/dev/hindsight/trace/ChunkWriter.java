package dev.hindsight.trace;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Appends checksummed chunks to one thread's stream; the mirror of {@link ChunkReader}. */
public final class ChunkWriter implements Closeable {
    static final int STREAM_MAGIC = 0x314C5348; // "HSL1"
    static final int CHUNK_MAGIC = 0x4B435348; // "HSCK"
    static final int HEADER_SIZE = 40;
    static final int STREAM_HEADER_SIZE = 12;
    static final int MAX_NAME = 4096;
    static final int RAW = 0;
    static final int COMPRESSED = 1;
    /** No chunk holds more, so a reader never allocates more on the word of a file. */
    public static final int MAX_CHUNK = 1 << 20;

    private final OutputStream out;
    private final ByteBuffer header = ByteBuffer.allocate(HEADER_SIZE).order(ByteOrder.LITTLE_ENDIAN);
    private final Lz lz;
    private final CRC32C crc = new CRC32C();
    private long written;

    public ChunkWriter(OutputStream out, int thread, String name) throws IOException {
        this(out, thread, name, new Lz());
    }

    /** @param lz what chunks are compressed with, which several writers may share if they do not append at the same time */
    public ChunkWriter(OutputStream out, int thread, String name, Lz lz) throws IOException {
        this.out = out;
        this.lz = lz;
        byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
        int length = cutText(encoded, MAX_NAME);
        header.putInt(STREAM_MAGIC).putInt(thread).putInt(length);
        out.write(header.array(), 0, header.position());
        out.write(encoded, 0, length);
        written = header.position() + length;
    }

    /** How many bytes of a text to keep so that they are at most {@code limit} and end with a whole character. */
    static int cutText(byte[] encoded, int limit) {
        if (encoded.length <= limit) {
            return encoded.length;
        }
        int length = limit;
        while (length > 0 && (encoded[length] & 0xc0) == 0x80) {
            length--;
        }
        return length;
    }

    /**
     * Appends one chunk.
     *
     * @param events how many events of the thread begin before the end of this chunk
     * @param timeMillis wall clock, for time lines
     */
    public void append(byte[] data, int offset, int length, long events, long timeMillis) throws IOException {
        checkLength(length);
        byte[] packed = lz.room(length);
        int size = lz.compress(data, offset, length, packed);
        if (size < length) {
            write(COMPRESSED, length, packed, 0, size, events, timeMillis);
        } else {
            write(RAW, length, data, offset, length, events, timeMillis);
        }
    }

    /** Appends one chunk as it is: for data that comes faster than compressing it is worth. */
    public void appendRaw(byte[] data, int offset, int length, long events, long timeMillis) throws IOException {
        checkLength(length);
        write(RAW, length, data, offset, length, events, timeMillis);
    }

    private static void checkLength(int length) {
        if (length < 1 || length > MAX_CHUNK) {
            throw new IllegalArgumentException("a chunk holds 1 to " + MAX_CHUNK + " bytes, not " + length);
        }
    }

    private void write(int codec, int length, byte[] stored, int offset, int size, long events, long timeMillis)
            throws IOException {
        header.clear();
        header.putInt(CHUNK_MAGIC)
                .putInt(codec)
                .putInt(length)
                .putInt(size)
                .putLong(events)
                .putLong(timeMillis);
        crc.reset();
        crc.update(header.array(), 0, header.position());
        crc.update(stored, offset, size);
        header.putLong(crc.getValue());
        out.write(header.array());
        out.write(stored, offset, size);
        written += HEADER_SIZE + size;
    }

    public long written() {
        return written;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
