package dev.hindsight.agent.instrument;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/**
 * All rewritten classes of the JDK's base module, kept between runs: rewriting them takes seconds, reading them does not. With
 * them goes what else was found out about the JDK.
 *
 * <p>One file per JDK and version of the agent, in the user's cache directory. A file that is damaged or belongs to
 * something else counts as absent.
 */
final class ClassCache {
    private static final int MAGIC = 0x48534A34;

    private final String facts;
    private final Map<String, byte[]> classes;

    /** @param classes by internal name */
    ClassCache(String facts, Map<String, byte[]> classes) {
        this.facts = facts;
        this.classes = classes;
    }

    String facts() {
        return facts;
    }

    Map<String, byte[]> classes() {
        return classes;
    }

    /** What is kept, or null if there is no usable file. */
    static ClassCache read(File file, String key) {
        if (!file.canRead()) {
            return null;
        }
        try (FileInputStream in = new FileInputStream(file)) {
            ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
            int end = bytes.limit() - Long.BYTES;
            CRC32 crc = new CRC32();
            crc.update(bytes.array(), 0, Math.max(end, 0));
            if (end < 0 || bytes.getLong(end) != crc.getValue() || bytes.getInt() != MAGIC) {
                return null;
            }
            return key.equals(text(bytes)) ? new ClassCache(text(bytes), classes(bytes)) : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static Map<String, byte[]> classes(ByteBuffer bytes) {
        int count = bytes.getInt();
        Map<String, byte[]> classes = new HashMap<>(2 * count);
        for (int i = 0; i < count; i++) {
            String name = text(bytes);
            byte[] content = new byte[bytes.getInt()];
            bytes.get(content);
            classes.put(name, content);
        }
        return classes;
    }

    private static String text(ByteBuffer bytes) {
        int length = bytes.getShort() & 0xFFFF;
        String text = new String(bytes.array(), bytes.position(), length, StandardCharsets.ISO_8859_1);
        bytes.position(bytes.position() + length);
        return text;
    }

    /** Writes the file in one step; false if the directory cannot be written, which only costs time. */
    boolean write(File file, String key) {
        File directory = file.getParentFile();
        if (!directory.isDirectory() && !directory.mkdirs()) {
            return false;
        }
        File fresh = new File(directory, file.getName() + "." + System.nanoTime());
        try {
            write0(fresh, key);
            return fresh.renameTo(file);
        } catch (IOException e) {
            return false;
        } finally {
            fresh.delete();
        }
    }

    private void write0(File target, String key) throws IOException {
        CRC32 crc = new CRC32();
        try (DataOutputStream out = new DataOutputStream(
                new CheckedOutputStream(new BufferedOutputStream(new FileOutputStream(target), 1 << 16), crc))) {
            out.writeInt(MAGIC);
            write(out, key);
            write(out, facts);
            out.writeInt(classes.size());
            for (Map.Entry<String, byte[]> entry : new TreeMap<>(classes).entrySet()) {
                write(out, entry.getKey());
                out.writeInt(entry.getValue().length);
                out.write(entry.getValue());
            }
            out.writeLong(crc.getValue());
        }
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        out.writeShort(bytes.length);
        out.write(bytes);
    }
}
