package dev.hindsight.trace;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The classes that a recorded program loaded; the mirror of {@link ClassStoreWriter}.
 *
 * <p>A file may be cut anywhere: its writer may have been killed. What is complete is read, and {@link #cut} tells. The
 * kind of an entry lies outside its checksum, so each entry must also make sense as what it claims to be.
 */
public final class ClassStore {
    /**
     * A recorded class.
     *
     * @param source URL of the code source, or empty
     */
    public record Entry(String name, String loader, String source, String fingerprint) {}

    private record Content(byte[] packed, int length) {}

    private final Map<String, Content> contents = new HashMap<>();
    private final Map<String, Entry> classes = new LinkedHashMap<>();
    private final Map<String, int[]> orders = new HashMap<>();
    private final Set<Integer> taken = new HashSet<>();
    private final Map<String, byte[]> sources = new LinkedHashMap<>();
    private boolean cut;

    /** Reads all of it; what is compressed stays so until it is asked for. */
    public static ClassStore read(InputStream stream) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        ClassStore store = new ClassStore();
        byte[] magic = in.readNBytes(4);
        for (int i = 0; i < magic.length; i++) {
            if (magic[i] != (byte) (ClassStoreWriter.MAGIC >>> 24 - 8 * i)) {
                throw new CorruptRecordingException("this is not a store of classes");
            }
        }
        store.cut = magic.length < 4;
        CRC32C crc = new CRC32C();
        while (!store.cut) {
            byte[] head = in.readNBytes(ClassStoreWriter.HEADER_SIZE);
            if (head.length < ClassStoreWriter.HEADER_SIZE) {
                store.cut = head.length > 0;
                break;
            }
            int length = intAt(head, 1);
            if (length < 0 || length > ClassStoreWriter.MAX_BODY) {
                throw new CorruptRecordingException("the store of classes is damaged");
            }
            byte[] body = in.readNBytes(length);
            if (body.length < length) {
                store.cut = true;
                break;
            }
            crc.reset();
            crc.update(body, 0, length);
            if ((int) crc.getValue() != intAt(head, 5)) {
                throw new CorruptRecordingException("the checksum of a stored class is wrong");
            }
            store.add(head[0], body);
        }
        return store;
    }

    private void add(int kind, byte[] body) throws CorruptRecordingException {
        try {
            switch (kind) {
                case ClassStoreWriter.CONTENT -> addContent(hex(body), intAt(body, 16), body);
                case ClassStoreWriter.CLASS -> {
                    int[] at = {16};
                    Entry entry = new Entry(text(body, at), text(body, at), text(body, at), hex(body));
                    if (at[0] != body.length || !contents.containsKey(entry.fingerprint)) {
                        throw new CorruptRecordingException("the store of classes names a class that it does not hold");
                    }
                    classes.putIfAbsent(entry.loader + " " + entry.name, entry);
                }
                case ClassStoreWriter.SOURCE -> {
                    int[] at = {0};
                    String source = text(body, at);
                    sources.put(source, Arrays.copyOfRange(body, at[0], body.length));
                }
                case ClassStoreWriter.ORDER -> {
                    int[] at = {0};
                    String name = text(body, at);
                    if ((body.length - at[0]) % 2 != 0) {
                        throw new CorruptRecordingException("an entry of the store of classes is cut");
                    }
                    int[] positions = new int[(body.length - at[0]) / 2];
                    for (int i = 0; i < positions.length; i++) {
                        positions[i] = (body[at[0] + 2 * i] & 0xff) << 8 | body[at[0] + 2 * i + 1] & 0xff;
                    }
                    orders.put(name, positions);
                }
                case ClassStoreWriter.TAKEN -> {
                    for (int i = 0; i < body.length; i += 4) {
                        taken.add(intAt(body, i));
                    }
                }
                default -> throw new CorruptRecordingException("the store of classes holds an unknown entry");
            }
        } catch (IndexOutOfBoundsException e) {
            throw new CorruptRecordingException("an entry of the store of classes is cut");
        }
    }

    private void addContent(String fingerprint, int length, byte[] body) throws CorruptRecordingException {
        byte[] packed = Arrays.copyOfRange(body, 20, body.length);
        if (length > ClassStoreWriter.MAX_BODY || !Lz.canHold(packed.length, length)) {
            throw new CorruptRecordingException("the store of classes claims that " + packed.length
                    + " bytes hold a class of " + length + " bytes");
        }
        contents.put(fingerprint, new Content(packed, length));
    }

    /** The numbers of references that the program took from their queues. */
    public Set<Integer> taken() {
        return taken;
    }

    /** Whether the file ended within an entry. */
    public boolean cut() {
        return cut;
    }

    /** The class of this name that the JDK's application loader defined, or null. */
    public Entry find(String name) {
        return classes.get("app " + name);
    }

    public Iterable<Entry> entries() {
        return classes.values();
    }

    public byte[] content(Entry entry) throws CorruptRecordingException {
        Content content = contents.get(entry.fingerprint);
        if (content == null) {
            throw new CorruptRecordingException("the class " + entry.name + " is missing in the store of classes");
        }
        byte[] bytes = new byte[content.length];
        Lz.decompress(content.packed, content.packed.length, bytes, content.length);
        if (!ClassStoreWriter.fingerprint(bytes).equals(entry.fingerprint)) {
            throw new CorruptRecordingException("the class " + entry.name + " is not the one that was recorded");
        }
        return bytes;
    }

    /** The manifest of a place on the class path; empty if it had none. */
    public byte[] manifest(String source) {
        return sources.getOrDefault(source, new byte[0]);
    }

    /** The order in which members were listed; empty if it was not recorded. */
    public int[] order(String name) {
        return orders.getOrDefault(name, new int[0]);
    }

    private static String text(byte[] body, int[] at) throws CorruptRecordingException {
        int length = (body[at[0]] & 0xff) << 8 | body[at[0] + 1] & 0xff;
        String text = new String(body, at[0] + 2, length, StandardCharsets.UTF_8);
        byte[] same = text.getBytes(StandardCharsets.UTF_8);
        boolean readable = Arrays.equals(same, 0, same.length, body, at[0] + 2, at[0] + 2 + length);
        at[0] += 2 + length;
        if (!readable) {
            throw new CorruptRecordingException("a text in the store of classes is damaged");
        }
        return text;
    }

    private static int intAt(byte[] bytes, int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
    }

    private static String hex(byte[] body) {
        StringBuilder text = new StringBuilder(32);
        for (int i = 0; i < 16; i++) {
            text.append(Character.forDigit(body[i] >>> 4 & 15, 16)).append(Character.forDigit(body[i] & 15, 16));
        }
        return text.toString();
    }
}
