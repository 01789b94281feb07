package dev.hindsight.trace;

import java.util.Arrays;

/**
 * A fast byte-pair compressor for chunks: LZ77 with a hash table of four-byte words.
 *
 * <p>The stream is a sequence of blocks: a token byte whose high half is the number of literals and whose low half is
 * the match length less {@link #MIN_MATCH}, each extended by 255-bytes when it is 15; the literals; the distance of the
 * match, two bytes, low first. The last block has literals only. Data that does not compress is skipped with growing
 * steps, so it costs little more than a copy.
 */
public final class Lz {
    private static final int MIN_MATCH = 4;
    private static final int LEAST_HASH_BITS = 8;
    private static final int MOST_HASH_BITS = 13;
    private static final int MAX_DISTANCE = 0xffff;
    private static final int TAIL = 8;

    private final int[] table = new int[1 << MOST_HASH_BITS];
    private byte[] room = new byte[0];

    /** The most bytes that {@link #compress} can produce. */
    public static int bound(int length) {
        return length + length / 255 + 16;
    }

    /** Room for what becomes of this many bytes, until somebody asks again. */
    byte[] room(int length) {
        if (room.length < bound(length)) {
            room = new byte[bound(length)];
        }
        return room;
    }

    /** Compresses into {@code out} and returns the number of bytes written there. */
    public int compress(byte[] in, int from, int length, byte[] out) {
        // Emptying a large table takes longer than compressing a small class.
        int hashBits = Math.max(
                LEAST_HASH_BITS, Math.min(MOST_HASH_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(length)));
        Arrays.fill(table, 0, 1 << hashBits, -1);
        int end = from + length;
        int limit = end - TAIL;
        int anchor = from;
        int at = from;
        int to = 0;
        int misses = 0;
        while (at < limit) {
            int word = word(in, at);
            int slot = (word * 0x9E3779B1) >>> (Integer.SIZE - hashBits);
            int candidate = table[slot];
            table[slot] = at;
            if (candidate < from || at - candidate > MAX_DISTANCE || word(in, candidate) != word) {
                at += 1 + (misses++ >>> 6);
                continue;
            }
            misses = 0;
            int match = MIN_MATCH;
            while (at + match < limit && in[at + match] == in[candidate + match]) {
                match++;
            }
            to = literals(in, anchor, at - anchor, match - MIN_MATCH, out, to);
            int distance = at - candidate;
            out[to++] = (byte) distance;
            out[to++] = (byte) (distance >>> 8);
            to = extension(match - MIN_MATCH, out, to);
            at += match;
            anchor = at;
        }
        return literals(in, anchor, end - anchor, 0, out, to);
    }

    private static int literals(byte[] in, int from, int count, int match, byte[] out, int at) {
        int to = at;
        out[to++] = (byte) (Math.min(count, 15) << 4 | Math.min(match, 15));
        to = extension(count, out, to);
        System.arraycopy(in, from, out, to, count);
        return to + count;
    }

    private static int extension(int count, byte[] out, int at) {
        int to = at;
        if (count >= 15) {
            int rest = count - 15;
            while (rest >= 255) {
                out[to++] = (byte) 255;
                rest -= 255;
            }
            out[to++] = (byte) rest;
        }
        return to;
    }

    private static int word(byte[] in, int at) {
        return (in[at] & 0xff) | (in[at + 1] & 0xff) << 8 | (in[at + 2] & 0xff) << 16 | in[at + 3] << 24;
    }

    /** Whether so many compressed bytes can stand for {@code length} bytes; to be asked before making room for them. */
    static boolean canHold(int inLength, int length) {
        return length >= 0 && length <= 255L * inLength;
    }

    /** Restores exactly {@code length} bytes into {@code out}, and leaves what is behind them alone. */
    public static void decompress(byte[] in, int inLength, byte[] out, int length) throws CorruptRecordingException {
        int at = 0;
        int to = 0;
        try {
            while (at < inLength) {
                int token = in[at++] & 0xff;
                int count = token >>> 4;
                if (count == 15) {
                    int more;
                    do {
                        more = at < inLength ? in[at++] & 0xff : endsEarly();
                        count = Math.addExact(count, more);
                    } while (more == 255);
                }
                if (count > inLength - at || count > length - to) {
                    throw new CorruptRecordingException("compressed data overruns its chunk");
                }
                System.arraycopy(in, at, out, to, count);
                at += count;
                to += count;
                if (at == inLength) {
                    break;
                }
                if (inLength - at < 2) {
                    endsEarly();
                }
                int distance = (in[at++] & 0xff) | (in[at++] & 0xff) << 8;
                int match = token & 15;
                if (match == 15) {
                    int more;
                    do {
                        more = at < inLength ? in[at++] & 0xff : endsEarly();
                        match = Math.addExact(match, more);
                    } while (more == 255);
                }
                match = Math.addExact(match, MIN_MATCH);
                if (distance == 0 || distance > to || match > length - to) {
                    throw new CorruptRecordingException("compressed data refers outside its chunk");
                }
                for (int i = 0; i < match; i++, to++) {
                    out[to] = out[to - distance];
                }
            }
        } catch (ArithmeticException e) {
            throw new CorruptRecordingException("compressed data overruns its chunk");
        }
        if (to != length) {
            throw new CorruptRecordingException("compressed data holds " + to + " bytes instead of " + length);
        }
    }

    private static int endsEarly() throws CorruptRecordingException {
        throw new CorruptRecordingException("compressed data ends early");
    }
}
