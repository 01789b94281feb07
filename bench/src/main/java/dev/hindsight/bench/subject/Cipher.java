package dev.hindsight.bench.subject;

import java.util.Arrays;
import java.util.Random;

/** Two threads encode a block of bytes and decode it again; the scale is the number of rounds. */
public final class Cipher {
    private static final int BYTES = 1 << 20;
    private static final int KEYS = 48;

    private Cipher() {}

    public static void main(String[] arguments) throws InterruptedException {
        Random random = new Random(11);
        byte[] plain = new byte[BYTES];
        random.nextBytes(plain);
        int[] keys = new int[KEYS];
        for (int i = 0; i < KEYS; i++) {
            keys[i] = random.nextInt(1 << 16);
        }
        byte[] block = plain.clone();
        byte[] encoded = new byte[BYTES];
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            Team.divide(BYTES, (from, to) -> encode(block, encoded, keys, from, to));
            Team.divide(BYTES, (from, to) -> decode(encoded, block, keys, from, to));
        }
        System.out.println("cipher " + Arrays.equals(plain, block) + " " + Arrays.hashCode(encoded));
    }

    private static void encode(byte[] from, byte[] to, int[] keys, int start, int end) {
        for (int i = start; i < end; i++) {
            int value = from[i];
            for (int key : keys) {
                value = (value ^ key) + (key >> 5);
            }
            to[i] = (byte) value;
        }
    }

    private static void decode(byte[] from, byte[] to, int[] keys, int start, int end) {
        for (int i = start; i < end; i++) {
            int value = from[i];
            for (int k = KEYS - 1; k >= 0; k--) {
                value = value - (keys[k] >> 5) ^ keys[k];
            }
            to[i] = (byte) value;
        }
    }
}
