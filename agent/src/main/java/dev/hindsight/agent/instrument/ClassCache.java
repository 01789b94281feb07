package dev.hindsight.agent.instrument;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * All rewritten classes of the JDK's base module, kept between runs: rewriting them takes seconds, reading them does not.
 *
 * <p>One file per JDK and version of the agent, in the user's cache directory. A file that is damaged or belongs to
 * something else counts as absent.
 */
final class ClassCache {
    private static final int MAGIC = 0x48534A32;
    private static final int MAX_CLASS = 1 << 22;

    private ClassCache() {}

    /** The rewritten classes by internal name, or null if there is no usable file. */
    static Map<String, byte[]> read(File file, String key) {
        if (!file.canRead()) {
            return null;
        }
        CRC32 crc = new CRC32();
        try (DataInputStream in = new DataInputStream(
                new CheckedInputStream(new BufferedInputStream(new FileInputStream(file), 1 << 16), crc))) {
            if (in.readInt() != MAGIC || !in.readUTF().equals(key)) {
                return null;
            }
            Map<String, byte[]> classes = new HashMap<>();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                String name = in.readUTF();
                int length = in.readInt();
                if (length < 0 || length > MAX_CLASS) {
                    return null;
                }
                classes.put(name, in.readNBytes(length));
            }
            long sum = crc.getValue();
            return in.readLong() == sum ? classes : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Writes the file in one step; false if the directory cannot be written, which only costs time. */
    static boolean write(File file, String key, Map<String, byte[]> classes) {
        File directory = file.getParentFile();
        if (!directory.isDirectory() && !directory.mkdirs()) {
            return false;
        }
        File fresh = new File(directory, file.getName() + "." + System.nanoTime());
        try {
            write0(fresh, key, classes);
            return fresh.renameTo(file);
        } catch (IOException e) {
            return false;
        } finally {
            fresh.delete();
        }
    }

    private static void write0(File target, String key, Map<String, byte[]> classes) throws IOException {
        CRC32 crc = new CRC32();
        try (DataOutputStream out = new DataOutputStream(
                new CheckedOutputStream(new BufferedOutputStream(new FileOutputStream(target), 1 << 16), crc))) {
            out.writeInt(MAGIC);
            out.writeUTF(key);
            out.writeInt(classes.size());
            for (Map.Entry<String, byte[]> entry : new TreeMap<>(classes).entrySet()) {
                out.writeUTF(entry.getKey());
                out.writeInt(entry.getValue().length);
                out.write(entry.getValue());
            }
            out.writeLong(crc.getValue());
        }
    }
}
