package dev.hindsight.agent.patch;

import dev.hindsight.runtime.Links;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * What was found out about the classes of a class path before a program runs: which of their members need no questions when threads
 * run beside each other. It is true as long as no other class has a part in it; {@link #covers} tells which classes were there.
 *
 * <p>A file of sorted numbers: each stands for a kind of fact and a member.
 */
public final class Facts {
    /** A class, with its content. */
    public static final char CLASS = 'C';
    /** A class, whatever its content. */
    public static final char NAME = 'N';
    /** A field that does not change any more when others can reach it, as it is named by those who read it. */
    public static final char CONSTANT = 'K';
    /** Such a field, as it may be named by those who write it. */
    public static final char KEPT = 'W';
    /** A field of an object of the program, not volatile. */
    public static final char PLAIN = 'F';
    /** A method of which the program declares whatever is called through this name. */
    public static final char OPEN = 'M';
    /** A method that a class declares and the JDK does not call. */
    public static final char ENDS = 'E';

    private static final int MAGIC = 0x48534641;
    private static final int MOST = 8 << 20;

    private final long[] known;
    private final long checksum;

    private Facts(long[] known) {
        this.known = known;
        this.checksum = checksum(known);
    }

    /** In any order. */
    public static Facts of(long[] facts) {
        long[] sorted = facts.clone();
        Arrays.sort(sorted);
        return new Facts(sorted);
    }

    /** Reads a file that has what {@link #bytes} has given. */
    public static Facts read(File file) throws IOException {
        try (InputStream in = new FileInputStream(file)) {
            return read(in, file);
        }
    }

    /** @param file where the rest of it is that */
    public static Facts read(InputStream rest, File file) throws IOException {
        DataInputStream in = new DataInputStream(rest);
        int magic = in.readInt();
        int count = in.readInt();
        if (magic != MAGIC || count < 0 || count > MOST) {
            throw new IOException(file + " has no facts about classes");
        }
        long sum = in.readLong();
        byte[] bytes = in.readAllBytes();
        long[] known = new long[bytes.length >> 3];
        for (int i = 0; i < bytes.length >> 3 << 3; i++) {
            known[i >> 3] = known[i >> 3] << Byte.SIZE | bytes[i] & 0xff;
        }
        Facts facts = new Facts(known);
        if (bytes.length != (long) count * Long.BYTES || facts.checksum != sum) {
            throw new IOException(file + " is damaged");
        }
        return facts;
    }

    /** What stands in the file. */
    public byte[] bytes() {
        byte[] bytes = new byte[16 + known.length * Long.BYTES];
        put(bytes, 0, (long) MAGIC << Integer.SIZE | known.length);
        put(bytes, 8, checksum);
        for (int i = 0; i < known.length; i++) {
            put(bytes, 16 + i * Long.BYTES, known[i]);
        }
        return bytes;
    }

    private static void put(byte[] bytes, int at, long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[at + i] = (byte) (value >>> (56 - Byte.SIZE * i));
        }
    }

    public boolean isEmpty() {
        return known.length == 0;
    }

    /** Stands for all of it. */
    public long checksum() {
        return checksum;
    }

    private static long checksum(long[] values) {
        long sum = values.length;
        for (long value : values) {
            sum = Links.mix(sum) ^ value;
        }
        return sum;
    }

    /** Whether the content of a class is what it was. */
    public boolean covers(String name, byte[] content) {
        return has(of(CLASS, name, content));
    }

    /** Whether there was a class of this name. */
    public boolean names(String name) {
        return has(of(NAME, name, "", ""));
    }

    /** Whether something is known of a member. */
    public boolean has(char kind, String owner, String name, String descriptor) {
        return has(of(kind, owner, name, descriptor));
    }

    /** Whether a class that was not there may change a field that others take for constant. */
    public boolean isKept(String owner, String name, String descriptor) {
        return names(owner) ? has(KEPT, owner, name, descriptor) : has(KEPT, "", name, descriptor);
    }

    private boolean has(long fact) {
        return Arrays.binarySearch(known, fact) >= 0;
    }

    public static long of(char kind, String owner, String name, String descriptor) {
        return Links.number(Links.number(Links.number(kind, owner), name), descriptor);
    }

    public static long of(char kind, String name, byte[] content) {
        CRC32 one = new CRC32();
        one.update(content, 0, content.length);
        CRC32C other = new CRC32C();
        other.update(content, 0, content.length);
        return Links.mix(Links.number(kind, name) ^ one.getValue() << Integer.SIZE ^ other.getValue());
    }
}
