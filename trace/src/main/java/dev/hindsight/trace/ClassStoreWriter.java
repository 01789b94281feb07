package dev.hindsight.trace;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * Appends the classes a program loaded to one file; the mirror of {@link ClassStore}.
 *
 * <p>Content is stored once, under its fingerprint; a class is a name, the kind of loader, where it came from and a
 * fingerprint. Callers on any thread only queue; {@link #flush} writes.
 */
public final class ClassStoreWriter implements Closeable {
    static final int MAGIC = 0x31435348; // "HSC1"
    static final int CONTENT = 1;
    static final int CLASS = 2;
    static final int SOURCE = 3;
    static final int ORDER = 4;
    static final int TAKEN = 5;
    static final int HEADER_SIZE = 9;
    static final int MAX_BODY = 1 << 27;
    private static final int MAX_TEXT = 0xffff;

    private record Loaded(String name, String loader, String source, byte[] content) {}

    private record Place(String source, byte[] manifest) {}

    private record Order(String name, int[] positions) {}

    private final DataOutputStream out;
    private final Queue<Object> queue = new ArrayDeque<>();
    private final Set<String> stored = new HashSet<>();
    private final Set<String> places = new HashSet<>();
    private final Set<String> ordered = new HashSet<>();
    private final Lz lz = new Lz();
    private final CRC32C crc = new CRC32C();
    private final byte[] header = new byte[HEADER_SIZE];
    private long written = 4;
    /** Numbers of references that are not written yet. */
    private int[] taken = new int[16];

    private int takenCount;

    public ClassStoreWriter(OutputStream out) throws IOException {
        this.out = new DataOutputStream(out);
        this.out.writeInt(MAGIC);
    }

    /**
     * A class was defined.
     *
     * @param loader {@code app} for the JDK's application loader, {@code other} for all else
     * @param source URL of the code source, or empty
     */
    public void addClass(String name, String loader, String source, byte[] content) {
        synchronized (queue) {
            queue.add(new Loaded(name, loader, source, content));
        }
    }

    /** A package was defined from this place; the manifest may be empty. */
    public void addSource(String source, byte[] manifest) {
        synchronized (queue) {
            queue.add(new Place(source, manifest));
        }
    }

    public boolean knowsSource(String source) {
        synchronized (queue) {
            return !places.add(source);
        }
    }

    /** Members of a class were listed in this order; the name says which. */
    public void addOrder(String name, int[] positions) {
        synchronized (queue) {
            queue.add(new Order(name, positions));
        }
    }

    /** The program took the reference with this number from its queue. */
    public void addTaken(int number) {
        synchronized (queue) {
            if (takenCount == taken.length) {
                taken = Arrays.copyOf(taken, 2 * takenCount);
            }
            taken[takenCount++] = number;
        }
    }

    private void flushTaken() throws IOException {
        byte[] body;
        synchronized (queue) {
            body = new byte[4 * takenCount];
            for (int i = 0; i < takenCount; i++) {
                putInt(body, 4 * i, taken[i]);
            }
            takenCount = 0;
        }
        if (body.length > 0) {
            entry(TAKEN, body, body.length);
        }
    }

    /** Writes what is queued and returns the size of the file. */
    public long flush() throws IOException {
        flushTaken();
        while (true) {
            Object next;
            synchronized (queue) {
                next = queue.peek();
            }
            if (next == null) {
                out.flush();
                return written;
            }
            write(next);
            // Only now: a writer that runs out of memory finds it again.
            synchronized (queue) {
                queue.remove();
            }
        }
    }

    private void write(Object next) throws IOException {
        if (next instanceof Loaded loaded) {
            write(loaded);
        } else if (next instanceof Place place) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            writeText(body, place.source);
            body.write(place.manifest, 0, place.manifest.length);
            entry(SOURCE, body.toByteArray(), body.size());
        } else if (next instanceof Order order && !ordered.contains(order.name)) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            writeText(body, order.name);
            for (int position : order.positions) {
                body.write(position >>> 8);
                body.write(position);
            }
            entry(ORDER, body.toByteArray(), body.size());
            ordered.add(order.name);
        }
    }

    private void write(Loaded loaded) throws IOException {
        String fingerprint = fingerprint(loaded.content);
        if (!stored.contains(fingerprint)) {
            byte[] body = new byte[20 + Lz.bound(loaded.content.length)];
            byte[] id = bytes(fingerprint);
            System.arraycopy(id, 0, body, 0, 16);
            int length = loaded.content.length;
            putInt(body, 16, length);
            byte[] packed = new byte[Lz.bound(length)];
            int size = lz.compress(loaded.content, 0, length, packed);
            System.arraycopy(packed, 0, body, 20, size);
            entry(CONTENT, body, 20 + size);
            stored.add(fingerprint);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(bytes(fingerprint));
        writeText(body, loaded.name);
        writeText(body, loaded.loader);
        writeText(body, loaded.source);
        entry(CLASS, body.toByteArray(), body.size());
    }

    private void entry(int kind, byte[] body, int length) throws IOException {
        if (length > MAX_BODY) {
            throw new IOException("a class or manifest of " + length + " bytes is too large to be recorded");
        }
        crc.reset();
        crc.update(body, 0, length);
        header[0] = (byte) kind;
        putInt(header, 1, length);
        putInt(header, 5, (int) crc.getValue());
        out.write(header, 0, HEADER_SIZE);
        out.write(body, 0, length);
        written += HEADER_SIZE + length;
    }

    private static void putInt(byte[] target, int at, int value) {
        for (int i = 0; i < 4; i++) {
            target[at + i] = (byte) (value >>> 24 - 8 * i);
        }
    }

    private static void writeText(ByteArrayOutputStream to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = ChunkWriter.cutText(bytes, MAX_TEXT);
        to.write(length >>> 8);
        to.write(length);
        to.write(bytes, 0, length);
    }

    /** 32 hexadecimal digits that stand for the content. */
    static String fingerprint(byte[] content) {
        long one = 0xcbf29ce484222325L ^ content.length;
        long two = 0x9E3779B97F4A7C15L + content.length;
        for (byte b : content) {
            one = (one ^ b & 0xff) * 0x100000001b3L;
            two = Long.rotateLeft(two ^ (b & 0xff) * 0xff51afd7ed558ccdL, 27) * 5 + 0x52dce729;
        }
        StringBuilder text = new StringBuilder(32);
        for (int shift = 60; shift >= 0; shift -= 4) {
            text.append(Character.forDigit((int) (one >>> shift) & 15, 16));
        }
        for (int shift = 60; shift >= 0; shift -= 4) {
            text.append(Character.forDigit((int) (two >>> shift) & 15, 16));
        }
        return text.toString();
    }

    private static byte[] bytes(String fingerprint) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < 16; i++) {
            int high = Character.digit(fingerprint.charAt(2 * i), 16);
            bytes[i] = (byte) (high << 4 | Character.digit(fingerprint.charAt(2 * i + 1), 16));
        }
        return bytes;
    }

    /** How many bytes have been written. */
    public long size() {
        return written;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
