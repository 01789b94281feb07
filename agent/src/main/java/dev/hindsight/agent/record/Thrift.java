package dev.hindsight.agent.record;

/**
 * Decides which chunks are worth compressing: those of a program that fills them slowly, as long as all the time spent on it
 * stays at one percent of the time that passes.
 */
final class Thrift {
    /** Chunks that follow each other faster than this are left as they are. */
    private static final long FAST_NANOS = 10_000_000;

    private static final int SHARE = 100;
    /** What can be saved up. */
    private static final long MOST_NANOS = 20_000_000;

    private long last;
    private long credit = MOST_NANOS;

    /** @param now when the next chunk is full, as {@code System.nanoTime} counts */
    boolean compresses(long now) {
        long passed = now - last;
        last = now;
        credit = Math.min(MOST_NANOS, credit + passed / SHARE);
        return passed >= FAST_NANOS && credit > 0;
    }

    void spent(long nanos) {
        credit -= nanos;
    }
}
