package dev.hindsight.trace;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.zip.CRC32;

/**
 * How the directories and archives looked from which facts about a program were found. It stands before these facts, in one file, so
 * that neither is there without the other.
 */
public final class FactSources {
    private static final int MAGIC = 0x48534653;
    private static final int MOST_PLACES = 1 << 16;
    private static final long FACTOR = 0x9FB21C651E98DF25L;

    private FactSources() {}

    /** What stands behind it; null if a name, a length or a time has changed since, or there is no such file. */
    public static InputStream open(File file) throws IOException {
        if (!file.exists()) {
            return null;
        }
        DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(file)));
        try {
            boolean holds = in.readInt() == MAGIC;
            int count = holds ? in.readInt() : 0;
            holds = holds && count >= 0 && count <= MOST_PLACES;
            for (int i = 0; i < count && holds; i++) {
                holds = in.readLong() == stamp(new File(in.readUTF()));
            }
            if (holds) {
                return in;
            }
        } catch (IOException e) {
            in.close();
            throw e;
        }
        in.close();
        return null;
    }

    /** @param places directories and archives, also those that are missing */
    public static byte[] bytes(List<File> places) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(MAGIC);
        out.writeInt(places.size());
        for (File place : places) {
            out.writeLong(stamp(place));
            out.writeUTF(place.getPath());
        }
        return bytes.toByteArray();
    }

    /** Changes when the content does; the order of files does not count. */
    private static long stamp(File place) {
        File[] files = place.listFiles();
        if (files == null) {
            return (place.length() * 31 + place.lastModified()) * FACTOR;
        }
        long stamp = FACTOR;
        for (File file : files) {
            CRC32 name = new CRC32();
            name.update(file.getName().getBytes());
            long number = (stamp(file) ^ name.getValue()) * FACTOR;
            stamp += number ^ number >>> Integer.SIZE;
        }
        return stamp;
    }
}
