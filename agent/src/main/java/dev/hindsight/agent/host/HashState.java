package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;

/** Counts how many identity hashes the virtual machine drew for a thread since it was last asked. */
public final class HashState {
    /** More draws than this between two events are not told apart. */
    private static final int LIMIT = 1 << 22;

    private long low;
    private long high;

    /** Counts from here on. */
    public void start() {
        low = Vm.hashLow();
        high = Vm.hashHigh();
    }

    /** Has the virtual machine go on as if it had drawn so many more; they count as told. */
    public void skip(int count) {
        int w = (int) low;
        int x = (int) (low >>> 32);
        int y = (int) high;
        int z = (int) (high >>> 32);
        for (int i = 0; i < count; i++) {
            int t = x ^ x << 11;
            x = y;
            y = z;
            z = w;
            w = w ^ w >>> 19 ^ t ^ t >>> 8;
        }
        low = w & 0xffffffffL | (long) x << 32;
        high = y & 0xffffffffL | (long) z << 32;
        Vm.setHash(low, high);
    }

    /** The number of draws since the last call, found by running Marsaglia's generator from the old state to the new. */
    public int draws() {
        long newLow = Vm.hashLow();
        long newHigh = Vm.hashHigh();
        if (newLow == low && newHigh == high) {
            return 0;
        }
        int w = (int) low;
        int x = (int) (low >>> 32);
        int y = (int) high;
        int z = (int) (high >>> 32);
        int endX = (int) (newLow >>> 32);
        int endW = (int) newLow;
        int count = 0;
        do {
            int t = x ^ x << 11;
            x = y;
            y = z;
            z = w;
            w = w ^ w >>> 19 ^ t ^ t >>> 8;
            count++;
        } while ((w != endW || x != endX) && count < LIMIT);
        low = newLow;
        high = newHigh;
        return count;
    }
}
