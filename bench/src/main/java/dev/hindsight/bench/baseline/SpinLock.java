package dev.hindsight.bench.baseline;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Guards the few instructions of one access.
 *
 * <p>Cheaper than a monitor, so what is measured flatters the baselines a little. Taking and releasing it are full
 * fences: a later read of any location comes after the write that was made under it.
 */
final class SpinLock extends AtomicInteger {
    private static final int SPINS = 100;

    void lock() {
        int spins = 0;
        while (!compareAndSet(0, 1)) {
            if (++spins % SPINS == 0) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    void unlock() {
        set(0);
    }
}
