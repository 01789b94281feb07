package dev.hindsight.trace;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.CRC32;

/** A file that says from which directories and archives facts about a program were found, and how these looked then. */
public final class FactSources {
    private static final int MAGIC = 0x48534653;
    private static final int MOST_PLACES = 1 << 16;
    private static final long FACTOR = 0x9FB21C651E98DF25L;

    private FactSources() {}

    /** The checksum of the facts; 0 if a name, a length or a time has changed since, or the file is no such. */
    public static long checksum(File sources) throws IOException {
        if (!sources.exists()) {
            return 0;
        }
        try (DataInputStream in = new DataInputStream(new FileInputStream(sources))) {
            int magic = in.readInt();
            long checksum = in.readLong();
            int count = in.readInt();
            boolean holds = magic == MAGIC && count >= 0 && count <= MOST_PLACES;
            for (int i = 0; i < count && holds; i++) {
                holds = in.readLong() == stamp(new File(in.readUTF()));
            }
            return holds ? checksum : 0;
        }
    }

    /** @param places directories and archives, also those that are missing */
    public static void write(File sources, long checksum, List<File> places) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(sources))) {
            out.writeInt(MAGIC);
            out.writeLong(checksum);
            out.writeInt(places.size());
            for (File place : places) {
                out.writeLong(stamp(place));
                out.writeUTF(place.getPath());
            }
        }
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
