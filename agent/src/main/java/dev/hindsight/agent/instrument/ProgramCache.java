package dev.hindsight.agent.instrument;

import dev.hindsight.agent.patch.MethodBounds;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Classes of one program with the hooks for turns, kept between runs: rewriting a thousand of them takes seconds, most of which
 * the JIT needs for the code that does it.
 *
 * <p>A class is found by its content, so a file can be out of date but not wrong. Entries are added at the end, each by one write;
 * if two processes come in each other's way, or one was killed, the file is begun anew. Only the index is kept in memory.
 */
final class ProgramCache {
    private static final int MAGIC = 0x48534A50;
    private static final int HEADER = 3 * Integer.BYTES + 2 * Long.BYTES;
    /** How large a file may get, and how many there may be. */
    private static final long MOST_BYTES = 32 << 20;

    private static final int MOST_FILES = 16;
    private static final int BLOCK = 1 << 16;
    private static final long MIX = 0x9FB21C651E98DF25L;

    private final File file;
    private final Map<Long, Entry> entries = new HashMap<>();
    private RandomAccessFile input;
    private FileOutputStream output;
    private long size;

    /** Where a rewritten class stands. */
    private static final class Entry {
        final long check;
        final long position;
        final int length;
        final int crc;

        Entry(long check, long position, int length, int crc) {
            this.check = check;
            this.position = position;
            this.length = length;
            this.crc = crc;
        }
    }

    private ProgramCache(File file) {
        this.file = file;
    }

    /**
     * What is kept for a program, or null if there is nothing.
     *
     * @param program names it, in whatever way: programs with other names do not share a file
     * @param needed whether a file is made if there is none
     */
    static ProgramCache open(File directory, String program, boolean needed) {
        File file = new File(directory, Long.toHexString(checksum(program)) + ".classes");
        if (!needed && !file.exists()) {
            return null;
        }
        ProgramCache cache = new ProgramCache(file);
        try {
            cache.open(directory);
        } catch (IOException e) {
            // It only costs time.
            cache.close();
        }
        return cache;
    }

    private static long checksum(String text) {
        CRC32 crc = new CRC32();
        for (int i = 0; i < text.length(); i++) {
            crc.update(text.charAt(i));
            crc.update(text.charAt(i) >> Byte.SIZE);
        }
        return crc.getValue();
    }

    private static int checksum(byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content, 0, content.length);
        return (int) crc.getValue();
    }

    private void open(File directory) throws IOException {
        if (!file.exists()) {
            directory.mkdirs();
            removeOldest(directory, MOST_FILES);
        }
        output = new FileOutputStream(file, true);
        input = new RandomAccessFile(file, "r");
        long now = System.currentTimeMillis();
        file.setLastModified(now);
        directory.setLastModified(now);
        if (input.length() > MOST_BYTES || !scan()) {
            entries.clear();
            size = 0;
            output.close();
            file.delete();
            output = new FileOutputStream(file, true);
        }
    }

    /** Makes room for another file, so that there are no more than this. */
    static void removeOldest(File directory, int most) {
        File[] files = directory.listFiles();
        for (int left = files == null ? 0 : files.length; left >= most; left--) {
            int oldest = 0;
            for (int i = 1; i < left; i++) {
                oldest = files[i].lastModified() < files[oldest].lastModified() ? i : oldest;
            }
            files[oldest].delete();
            files[oldest] = files[left - 1];
        }
    }

    private void close() {
        try {
            if (output != null) {
                output.close();
            }
        } catch (IOException e) {
            // There was nothing to lose.
        }
        output = null;
    }

    /** Reads where everything stands; false if the file is damaged. */
    private boolean scan() throws IOException {
        size = input.length();
        byte[] block = new byte[BLOCK];
        ByteBuffer bytes = ByteBuffer.wrap(block);
        long blockStart = 0;
        int filled = 0;
        for (long at = 0; at < size; ) {
            if (at < blockStart || at + HEADER > blockStart + filled) {
                blockStart = at;
                input.seek(at);
                filled = fill(block);
            }
            int offset = (int) (at - blockStart);
            if (filled < offset + HEADER || bytes.getInt(offset) != MAGIC) {
                return false;
            }
            long key = bytes.getLong(offset + 4);
            long check = bytes.getLong(offset + 12);
            int length = bytes.getInt(offset + 20);
            int crc = bytes.getInt(offset + 24);
            if (length < 0 || length > size - at - HEADER) {
                return false;
            }
            entries.put(key, new Entry(check, at + HEADER, length, crc));
            at += HEADER + length;
        }
        return true;
    }

    private int fill(byte[] block) throws IOException {
        int filled = 0;
        for (int count = 0; filled < block.length && count >= 0; filled += Math.max(count, 0)) {
            count = input.read(block, filled, block.length - filled);
        }
        return filled;
    }

    /**
     * What a class was rewritten to, or null if that is not known.
     *
     * @param identity of what it was before, by {@link #identify}
     */
    synchronized byte[] get(long[] identity) {
        Entry entry = entries.get(identity[0]);
        if (entry == null || entry.check != identity[1]) {
            return null;
        }
        byte[] rewritten = new byte[entry.length];
        try {
            input.seek(entry.position);
            input.readFully(rewritten);
        } catch (IOException e) {
            return null;
        }
        return checksum(rewritten) == entry.crc ? rewritten : null;
    }

    synchronized void put(long[] identity, byte[] rewritten) {
        if (output == null || size + HEADER + rewritten.length > MOST_BYTES) {
            return;
        }
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + rewritten.length);
        bytes.putInt(MAGIC).putLong(identity[0]).putLong(identity[1]);
        bytes.putInt(rewritten.length).putInt(checksum(rewritten)).put(rewritten);
        try {
            output.write(bytes.array());
            size += bytes.capacity();
        } catch (IOException e) {
            close();
        }
    }

    /**
     * Two numbers that stand for a class and for what is made of it.
     *
     * @param kind how it is rewritten, a small number
     * @param loaded whether the JVM gives it back, with its methods in any order: then the order does not count
     */
    static long[] identify(byte[] content, int kind, boolean loaded) {
        int[] bounds = loaded ? MethodBounds.of(content) : new int[] {content.length};
        int last = bounds.length - 1;
        long[] ends = new long[2];
        add(ends, content, 0, bounds[0]);
        long[] sum = {MIX * (MIX * ends[0] + kind), MIX * (MIX * ends[1] + content.length)};
        for (int i = 0; i < last; i++) {
            add(sum, content, bounds[i], bounds[i + 1]);
        }
        sum[0] *= MIX;
        sum[1] *= MIX;
        add(sum, content, bounds[last], content.length);
        return sum;
    }

    private static void add(long[] sum, byte[] content, int from, int to) {
        CRC32 one = new CRC32();
        one.update(content, from, to - from);
        CRC32C other = new CRC32C();
        other.update(content, from, to - from);
        sum[0] += one.getValue() * MIX ^ other.getValue();
        sum[1] += other.getValue() * MIX ^ one.getValue();
    }
}
