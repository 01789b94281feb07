package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;

/** Counts how many identity hashes the virtual machine drew for a thread since it was last asked. */
public final class HashState {
    /** More draws than this between two events are not told apart. */
    private static final int LIMIT = 1 << 22;

    private int w;
    private int x;
    private int y;
    private int z;

    /** Counts from here on. */
    public void start() {
        set(Vm.hashLow(), Vm.hashHigh());
    }

    /** Has the virtual machine go on as if it had drawn so many more; they count as told. */
    public void skip(int count) {
        for (int i = 0; i < count; i++) {
            step();
        }
        Vm.setHash(low(), high());
    }

    /** The number of draws since the last call, found by running the generator from the old state to the new. */
    public int draws() {
        long newLow = Vm.hashLow();
        long newHigh = Vm.hashHigh();
        int count = 0;
        while ((newLow != low() || newHigh != high()) && count < LIMIT) {
            step();
            count++;
        }
        set(newLow, newHigh);
        return count;
    }

    /** Marsaglia's xorshift, as the virtual machine has it. */
    private void step() {
        int t = x ^ x << 11;
        x = y;
        y = z;
        z = w;
        w = w ^ w >>> 19 ^ t ^ t >>> 8;
    }

    private void set(long low, long high) {
        w = (int) low;
        x = (int) (low >>> 32);
        y = (int) high;
        z = (int) (high >>> 32);
    }

    private long low() {
        return w & 0xffffffffL | (long) x << 32;
    }

    private long high() {
        return y & 0xffffffffL | (long) z << 32;
    }
}
