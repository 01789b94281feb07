package dev.hindsight.trace;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * How the directories and archives looked from which facts about a program were found. It stands before these facts, in one file, so
 * that neither is there without the other.
 */
public final class FactSources {
    private static final int MAGIC = 0x48534654;
    private static final int MOST_PLACES = 1 << 16;
    /** As many files of one directory are looked at: that of a program has fewer, but it may be the root of a disk. */
    private static final int MOST_FILES = 50_000;

    private static final long FACTOR = 0x9FB21C651E98DF25L;

    private FactSources() {}

    /** What stands behind it; null if that is damaged, a name, a length or a time has changed since, or there is no such file. */
    public static InputStream open(File file) throws IOException {
        if (!file.exists()) {
            return null;
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(file)))) {
            if (in.readInt() != MAGIC) {
                return null;
            }
            int sum = in.readInt();
            byte[] rest = in.readAllBytes();
            return checksum(rest) == sum ? facts(rest) : null;
        }
    }

    private static InputStream facts(byte[] rest) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(rest));
        int count = in.readInt();
        boolean holds = count >= 0 && count <= MOST_PLACES;
        for (int i = 0; i < count && holds; i++) {
            holds = in.readLong() == stamp(new File(in.readUTF()));
        }
        return holds ? in : null;
    }

    /**
     * What is to be kept.
     *
     * @param places directories and archives, also those that are missing
     */
    public static byte[] bytes(List<File> places, byte[] facts) throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(rest);
        out.writeInt(places.size());
        for (File place : places) {
            out.writeLong(stamp(place));
            out.writeUTF(place.getPath());
        }
        out.write(facts);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream all = new DataOutputStream(bytes);
        all.writeInt(MAGIC);
        all.writeInt(checksum(rest.toByteArray()));
        rest.writeTo(all);
        return bytes.toByteArray();
    }

    private static int checksum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return (int) sum.getValue();
    }

    /**
     * The files below a directory, in no order; null if they are too many. Links to directories lead nowhere, since they may lead in
     * circles.
     */
    public static List<File> files(File directory) throws IOException {
        return files(directory, MOST_FILES);
    }

    static List<File> files(File directory, int most) throws IOException {
        List<File> files = new ArrayList<>();
        List<File> directories = new ArrayList<>();
        directories.add(directory);
        for (int i = 0; i < directories.size(); i++) {
            File[] children = directories.get(i).listFiles();
            String path = children == null ? "" : directories.get(i).getCanonicalPath();
            for (int k = 0; children != null && k < children.length; k++) {
                File child = children[k];
                if (child.isFile()) {
                    files.add(child);
                } else if (child.isDirectory()
                        && child.getCanonicalPath().equals(new File(path, child.getName()).getPath())) {
                    directories.add(child);
                }
            }
            if (files.size() + directories.size() > most) {
                return null;
            }
        }
        return files;
    }

    /** Changes when the content does; the order of files does not count. */
    private static long stamp(File place) throws IOException {
        List<File> files = place.isDirectory() ? files(place) : null;
        if (files == null) {
            return (place.length() * 31 + place.lastModified()) * FACTOR;
        }
        long stamp = FACTOR;
        for (int i = 0; i < files.size(); i++) {
            File file = files.get(i);
            CRC32 name = new CRC32();
            name.update(file.getPath().getBytes());
            long number = ((file.length() * 31 + file.lastModified()) * FACTOR ^ name.getValue()) * FACTOR;
            stamp += number ^ number >>> Integer.SIZE;
        }
        return stamp;
    }
}
