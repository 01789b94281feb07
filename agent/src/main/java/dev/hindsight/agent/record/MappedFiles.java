package dev.hindsight.agent.record;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The files that the program maps, known by device and inode, and what else it does to them.
 *
 * <p>Memory that is mapped changes without an event when the file is written through a stream or channel. So each event that
 * writes to a file is followed, if that file is or was mapped, by one that holds the new content; it is read back from the
 * file, whatever way it came there. While nothing is mapped, none of this costs anything.
 */
final class MappedFiles {
    private static final int APPEND = 02000;
    private static final int PIECE = 1 << 14;

    private final Set<String> mapped = new HashSet<>();
    private volatile boolean empty = true;

    /** Whether nothing has been mapped. */
    boolean isEmpty() {
        return empty;
    }

    /** The file is about to be mapped: its device, inode and size. */
    synchronized long[] map(int fd) throws IOException {
        BasicFileAttributes file = attributes(fd);
        mapped.add(key(file));
        empty = false;
        return new long[] {device(file), inode(file), file.size()};
    }

    /** The file was written or resized; null if it is not mapped. */
    synchronized Change change(int fd, long offset, long count) throws IOException {
        BasicFileAttributes file = attributes(fd);
        if (!mapped.contains(key(file))) {
            return null;
        }
        long start = offset;
        if (count > 0) {
            String facts = facts(fd);
            boolean appends = (Integer.parseInt(fact(facts, "flags:"), 8) & APPEND) != 0;
            if (appends) {
                start = file.size() - count;
            } else if (offset < 0) {
                start = Long.parseLong(fact(facts, "pos:")) - count;
            }
        }
        long[] description = {device(file), inode(file), file.size(), start};
        return new Change(description, count, count == 0 ? null : new RandomAccessFile(path("fd", fd), "r"));
    }

    private static BasicFileAttributes attributes(int fd) throws IOException {
        return Files.readAttributes(path("fd", fd).toPath(), BasicFileAttributes.class);
    }

    /** Reads like {@code (dev=801,ino=42)}, the device in hexadecimal. */
    private static String key(BasicFileAttributes file) throws IOException {
        if (file.fileKey() == null) {
            throw new IOException("its file system has no keys");
        }
        return file.fileKey().toString();
    }

    private static long device(BasicFileAttributes file) throws IOException {
        String key = key(file);
        return Long.parseUnsignedLong(key.substring(key.indexOf('=') + 1, key.indexOf(',')), 16);
    }

    private static long inode(BasicFileAttributes file) throws IOException {
        String key = key(file);
        return Long.parseLong(key.substring(key.lastIndexOf('=') + 1, key.length() - 1));
    }

    private static File path(String kind, int fd) {
        return new File("/proc/self/" + kind + "/" + fd);
    }

    private static String facts(int fd) throws IOException {
        try (FileInputStream in = new FileInputStream(path("fdinfo", fd))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static String fact(String facts, String name) throws IOException {
        int start = facts.indexOf(name);
        int end = facts.indexOf('\n', start);
        if (start < 0 || end < 0) {
            throw new IOException("/proc/self/fdinfo says nothing of " + name);
        }
        return facts.substring(start + name.length(), end).strip();
    }

    /** What an event did to a mapped file. */
    static final class Change {
        private final long[] description;
        private final long count;
        private final RandomAccessFile file;
        private final byte[] buffer;

        Change(long[] description, long count, RandomAccessFile file) throws IOException {
            this.description = description;
            this.count = count;
            this.file = file;
            this.buffer = file == null ? null : new byte[(int) Math.min(count, PIECE)];
            if (file != null) {
                file.seek(description[3]);
            }
        }

        /** Device, inode, size, and where the bytes are that changed. */
        long[] description() {
            return description;
        }

        /** How many bytes changed. */
        long count() {
            return count;
        }

        byte[] buffer() {
            return buffer;
        }

        /** Fills the buffer with what comes next; returns with how much. */
        int read(long left) throws IOException {
            int wanted = (int) Math.min(left, buffer.length);
            int got = file.read(buffer, 0, wanted);
            if (got <= 0) {
                // Somebody else has made the file shorter since.
                return skip(left);
            }
            if (got == left) {
                file.close();
            }
            return got;
        }

        /** Stands in for bytes that cannot be read. */
        int skip(long left) {
            int wanted = (int) Math.min(left, buffer.length);
            Arrays.fill(buffer, 0, wanted, (byte) 0);
            return wanted;
        }
    }
}
