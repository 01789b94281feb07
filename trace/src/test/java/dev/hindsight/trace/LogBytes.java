package dev.hindsight.trace;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Makes and mends the bytes of a thread's log. */
final class LogBytes {
    private LogBytes() {}

    /** A log that holds these bytes in chunks of at most {@code chunk} bytes. */
    static byte[] of(byte[] events, int chunk) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ChunkWriter writer = new ChunkWriter(out, 0, "main")) {
            for (int at = 0; at < events.length; at += chunk) {
                writer.append(events, at, Math.min(chunk, events.length - at), at, 1_700_000_000_000L + at);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** A log of one chunk that is not compressed, made without the writer; cheap enough for a million of them. */
    static byte[] uncompressed(byte[] events) {
        int length = Math.min(events.length, ChunkWriter.MAX_CHUNK);
        ByteBuffer out = ByteBuffer.allocate(12 + 40 + length).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(ChunkWriter.STREAM_MAGIC).putInt(0).putInt(0);
        if (length > 0) {
            out.putInt(ChunkWriter.CHUNK_MAGIC).putInt(0).putInt(length).putInt(length);
            out.putLong(1).putLong(1).putLong(0).put(events, 0, length);
        }
        return reseal(Arrays.copyOf(out.array(), out.position()));
    }

    /** Makes the checksums right, as far as the chunks can be followed. */
    static byte[] reseal(byte[] log) {
        ByteBuffer bytes = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN);
        long at = log.length < 12 ? log.length : 12L + Math.max(0, bytes.getInt(8));
        while (at <= log.length - 40L) {
            int size = bytes.getInt((int) at + 12);
            if (size < 0 || size > log.length - at - 40) {
                break;
            }
            CRC32C crc = new CRC32C();
            crc.update(log, (int) at, 32);
            crc.update(log, (int) at + 40, size);
            bytes.putLong((int) at + 32, crc.getValue());
            at += 40L + size;
        }
        return log;
    }

    static ChunkReader chunks(byte[] log) throws IOException {
        return new ChunkReader(new ByteArrayInputStream(log));
    }

    static EventInput input(byte[] log) throws IOException {
        return new EventInput(chunks(log));
    }
}
