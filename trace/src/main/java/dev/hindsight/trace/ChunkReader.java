package dev.hindsight.trace;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Reads the chunks of one thread's stream; the mirror of {@link ChunkWriter}.
 *
 * <p>A stream may be cut anywhere: its writer may have been killed. A cut chunk ends the stream like the end of the
 * file does, and {@link #cut} tells so; a chunk whose checksum is wrong is an error.
 */
public final class ChunkReader implements Closeable {
    private final InputStream in;
    private final ByteBuffer header =
            ByteBuffer.allocate(ChunkWriter.HEADER_SIZE).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private final int thread;
    private final String name;
    private byte[] stored = new byte[0];
    private byte[] data = new byte[0];
    private int length;
    private long events;
    private long timeMillis;
    private boolean cut;

    public ChunkReader(InputStream in) throws IOException {
        this.in = in;
        int got = in.readNBytes(header.array(), 0, ChunkWriter.STREAM_HEADER_SIZE);
        int magic = ChunkWriter.STREAM_MAGIC;
        for (int i = 0; i < Math.min(got, 4); i++) {
            if (header.get(i) != (byte) (magic >>> 8 * i)) {
                throw new CorruptRecordingException("this is not the stream of a thread");
            }
        }
        if (got < ChunkWriter.STREAM_HEADER_SIZE) {
            this.thread = -1;
            this.name = "";
            this.cut = true;
            return;
        }
        this.thread = header.getInt(4);
        int nameLength = header.getInt(8);
        if (thread < 0 || nameLength < 0 || nameLength > ChunkWriter.MAX_NAME) {
            throw new CorruptRecordingException("the stream of a thread has a damaged header");
        }
        byte[] encoded = in.readNBytes(nameLength);
        this.name = new String(encoded, StandardCharsets.UTF_8);
        this.cut = encoded.length < nameLength;
    }

    /** The number of the thread; -1 if the stream is cut before it. */
    public int thread() {
        return thread;
    }

    /** The thread's name when it started, or what is left of it in a cut stream. */
    public String name() {
        return name;
    }

    /** Moves to the next chunk; false at the end of the stream. */
    public boolean next() throws IOException {
        if (!readHeader()) {
            return false;
        }
        int size = header.getInt(12);
        boolean compressed = header.getInt(4) == ChunkWriter.COMPRESSED;
        if (compressed && stored.length < size) {
            stored = new byte[size];
        }
        if (data.length < length) {
            data = new byte[length];
        }
        byte[] read = compressed ? stored : data;
        if (in.readNBytes(read, 0, size) < size) {
            cut = true;
            return false;
        }
        crc.reset();
        crc.update(header.array(), 0, ChunkWriter.HEADER_SIZE - 8);
        crc.update(read, 0, size);
        if (crc.getValue() != header.getLong(ChunkWriter.HEADER_SIZE - 8)) {
            throw new CorruptRecordingException("the checksum of a chunk of thread " + thread + " is wrong");
        }
        if (compressed) {
            Lz.decompress(stored, size, data, length);
        }
        return true;
    }

    /** Moves over the next chunk without looking at its data; false at the end of the stream. */
    public boolean skip() throws IOException {
        if (!readHeader()) {
            return false;
        }
        try {
            // A file lets itself be skipped past its end, so the last byte is read.
            in.skipNBytes(header.getInt(12) - 1L);
            cut = in.read() < 0;
        } catch (EOFException e) {
            cut = true;
        }
        return !cut;
    }

    private boolean readHeader() throws IOException {
        if (cut) {
            return false;
        }
        int got = in.readNBytes(header.array(), 0, ChunkWriter.HEADER_SIZE);
        if (got < ChunkWriter.HEADER_SIZE) {
            cut = got > 0;
            return false;
        }
        length = header.getInt(8);
        int size = header.getInt(12);
        int codec = header.getInt(4);
        boolean sane = header.getInt(0) == ChunkWriter.CHUNK_MAGIC
                && length > 0
                && length <= ChunkWriter.MAX_CHUNK
                && size > 0
                && header.getLong(16) >= events
                && (codec == ChunkWriter.RAW ? size == length : codec == ChunkWriter.COMPRESSED && size < length);
        if (!sane) {
            throw new CorruptRecordingException("a chunk of thread " + thread + " has a damaged header");
        }
        events = header.getLong(16);
        timeMillis = header.getLong(24);
        return true;
    }

    /** The bytes of this chunk; valid up to {@link #length} and until the next call of {@link #next}. */
    public byte[] data() {
        return data;
    }

    public int length() {
        return length;
    }

    /** How many events of the thread begin before the end of this chunk. */
    public long events() {
        return events;
    }

    public long timeMillis() {
        return timeMillis;
    }

    /** Whether the stream ended within a chunk or within its own header. */
    public boolean cut() {
        return cut;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
