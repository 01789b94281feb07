package dev.hindsight.bench.light;

/** Sorts by long keys, without comparing: twenty million in about a second. */
final class Radix {
    private static final int BITS = 11;
    private static final int MASK = (1 << BITS) - 1;

    private Radix() {}

    /** Sorts keys, not negative, and what goes with each; what has the same key stays in its order. */
    static void sort(long[] keys, int[] values, int size) {
        long all = 0;
        for (int i = 0; i < size; i++) {
            all |= keys[i];
        }
        long[] fromKeys = keys;
        int[] fromValues = values;
        long[] toKeys = new long[size];
        int[] toValues = new int[size];
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            if ((all >>> shift & MASK) == 0) {
                continue;
            }
            pass(fromKeys, fromValues, toKeys, toValues, size, shift);
            long[] otherKeys = fromKeys;
            fromKeys = toKeys;
            toKeys = otherKeys;
            int[] otherValues = fromValues;
            fromValues = toValues;
            toValues = otherValues;
        }
        if (fromKeys != keys) {
            System.arraycopy(fromKeys, 0, keys, 0, size);
            System.arraycopy(fromValues, 0, values, 0, size);
        }
    }

    private static void pass(long[] fromKeys, int[] fromValues, long[] toKeys, int[] toValues, int size, int shift) {
        int[] starts = new int[(1 << BITS) + 1];
        for (int i = 0; i < size; i++) {
            starts[(int) (fromKeys[i] >>> shift & MASK) + 1]++;
        }
        for (int digit = 0; digit < MASK; digit++) {
            starts[digit + 1] += starts[digit];
        }
        for (int i = 0; i < size; i++) {
            int place = starts[(int) (fromKeys[i] >>> shift & MASK)]++;
            toKeys[place] = fromKeys[i];
            toValues[place] = fromValues[i];
        }
    }
}
