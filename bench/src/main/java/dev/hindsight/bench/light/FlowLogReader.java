package dev.hindsight.bench.light;

import dev.hindsight.bench.baseline.LightLog;
import dev.hindsight.bench.baseline.LogFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads the file that {@link LightLog} writes, up to the last whole chunk. */
final class FlowLogReader {
    private static final int MICROS = 1000;

    private final FlowLog rows = new FlowLog();
    private final Clock hints = new Clock();
    /** In place of hints: chunks are in the file in the order in which they were full. */
    private final Clock chunkOrder = new Clock();

    private long[] covered = new long[16];
    private int chunks;

    /**
     * What a log says.
     *
     * @param rows no more than can be scheduled
     * @param covered by thread, up to which access
     */
    record Content(FlowLog rows, Clock hints, Clock chunkOrder, long[] covered) {}

    static Content read(Path file) throws IOException {
        FlowLogReader reader = new FlowLogReader();
        try (FileChannel channel = FileChannel.open(file)) {
            reader.readChunks(channel);
        }
        FlowLog rows = reader.rows.covered(reader.covered);
        return new Content(rows, reader.hints, reader.chunkOrder, reader.covered);
    }

    private void readChunks(FileChannel channel) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(LogFile.HEADER_BYTES);
        while (filled(channel, header.clear())) {
            int thread = header.getInt();
            int length = header.getInt();
            long access = header.getLong();
            if (length > channel.size() - channel.position()) {
                return;
            }
            ByteBuffer payload = ByteBuffer.allocate(length);
            filled(channel, payload);
            readEntries(payload, thread);
            while (covered.length <= thread) {
                covered = Arrays.copyOf(covered, 2 * covered.length);
            }
            covered[thread] = access;
            chunkOrder.add(thread, access, ++chunks);
        }
    }

    private static boolean filled(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            continue;
        }
        boolean whole = !buffer.hasRemaining();
        buffer.flip();
        return whole;
    }

    private void readEntries(ByteBuffer payload, int thread) {
        long first = 0;
        long hintAccess = 0;
        long hintMicros = 0;
        while (payload.hasRemaining()) {
            long object = number(payload) - 1;
            if (object < 0) {
                hintAccess += number(payload);
                hintMicros += number(payload);
                hints.add(thread, hintAccess, hintMicros * MICROS);
                continue;
            }
            int slot = (int) signed(payload);
            long writer = writer(payload);
            first += signed(payload);
            long last = first + number(payload);
            rows.add(object, slot, writer, AccessId.of(thread, first), AccessId.of(thread, last));
        }
    }

    private static long writer(ByteBuffer payload) {
        long code = number(payload);
        if (code == LightLog.OWN_RUN) {
            return FlowLog.OWN_RUN;
        }
        return code == LightLog.INITIAL ? AccessId.INITIAL : AccessId.of((int) code - 1, number(payload));
    }

    private static long number(ByteBuffer payload) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = payload.get();
            value |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return value;
            }
        }
    }

    private static long signed(ByteBuffer payload) {
        long value = number(payload);
        return value >>> 1 ^ -(value & 1);
    }
}
