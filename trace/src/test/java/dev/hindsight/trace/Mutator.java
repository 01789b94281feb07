package dev.hindsight.trace;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages bytes in the ways that matter to a reader, the same way for the same seed. */
final class Mutator {
    private static final int[] BORDERS = {0, 1, 2, 15, 16, 0x7f, 0x80, 0xff};
    private static final long[] NUMBERS = {
        0,
        1,
        127,
        128,
        255,
        256,
        65535,
        65536,
        1 << 20,
        (1 << 20) + 1,
        1 << 28,
        (1 << 28) + 1,
        Integer.MAX_VALUE,
        1L << 31,
        1L << 32,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -2
    };

    private final Random random;
    private final List<byte[]> seeds;

    Mutator(long seed, List<byte[]> seeds) {
        this.random = new Random(seed);
        this.seeds = seeds;
    }

    /** One to eight injuries to one of the seeds. */
    byte[] next() {
        byte[] bytes = seed().clone();
        for (int left = 1 << random.nextInt(4); left > 0; left--) {
            bytes = injure(bytes);
        }
        return bytes;
    }

    boolean chance() {
        return random.nextBoolean();
    }

    private byte[] seed() {
        return seeds.get(random.nextInt(seeds.size()));
    }

    private byte[] injure(byte[] bytes) {
        int at = random.nextInt(bytes.length + 1);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(1 << random.nextInt(8)));
        switch (random.nextInt(9)) {
            case 0, 1:
                return flip(bytes, at);
            case 2:
                return Arrays.copyOf(bytes, at);
            case 3:
                return splice(bytes, at, length, new byte[0]);
            case 4:
                byte[] other = seed();
                int from = random.nextInt(other.length + 1);
                int count = Math.min(other.length - from, random.nextInt(64));
                return splice(bytes, at, chance() ? 0 : length, Arrays.copyOfRange(other, from, from + count));
            case 5:
                return splice(bytes, at, 0, Arrays.copyOfRange(bytes, at, at + length));
            case 6:
                return tamperWithNumber(bytes, at);
            case 7:
                byte[] noise = new byte[random.nextInt(16)];
                random.nextBytes(noise);
                return splice(bytes, at, chance() ? 0 : Math.min(noise.length, bytes.length - at), noise);
            default:
                byte[] border = {(byte) BORDERS[random.nextInt(BORDERS.length)]};
                return splice(bytes, at, Math.min(1, bytes.length - at), border);
        }
    }

    private byte[] flip(byte[] bytes, int at) {
        if (at < bytes.length) {
            bytes[at] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    /** Puts another varint in the place of one, or another int of either byte order. */
    private byte[] tamperWithNumber(byte[] bytes, int at) {
        long number = NUMBERS[random.nextInt(NUMBERS.length)];
        int kind = random.nextInt(3);
        if (kind == 0) {
            int end = at;
            while (end < bytes.length && bytes[end] < 0) {
                end++;
            }
            byte[] varint = new EventBytes().length(number).toBytes();
            return splice(bytes, at, Math.min(end + 1, bytes.length) - at, varint);
        }
        byte[] fixed = new byte[4];
        for (int i = 0; i < 4; i++) {
            fixed[i] = (byte) (number >>> 8 * (kind == 1 ? i : 3 - i));
        }
        return splice(bytes, at, Math.min(4, bytes.length - at), fixed);
    }

    private static byte[] splice(byte[] bytes, int at, int removed, byte[] inserted) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + inserted.length);
        out.write(bytes, 0, at);
        out.writeBytes(inserted);
        out.write(bytes, at + removed, bytes.length - at - removed);
        return out.toByteArray();
    }
}
