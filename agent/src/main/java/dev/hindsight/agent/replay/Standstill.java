package dev.hindsight.agent.replay;

/**
 * Tells a replay that stands still from one that takes its time. What counts is the time that a thread spent waiting while
 * nothing moved: a wait may end at once, since somebody woke the thread for another reason, and it may last for an hour,
 * since a debugger had stopped the thread.
 */
final class Standstill {
    /** By how much a wait may be longer than it was meant to be, if nobody stopped the thread. */
    private static final long LATE_NANOS = 1_000_000;

    private final long limit;
    private long position;
    private long waited;

    /** @param limit nanoseconds of waiting */
    Standstill(long limit, long position) {
        this.limit = limit;
        this.position = position;
    }

    /**
     * A wait is over.
     *
     * @param asked how long it was meant to be
     * @param took how long it was
     * @param now something that differs when the replay has moved
     * @return whether nothing has moved for as long as the limit
     */
    boolean lasts(long asked, long took, long now) {
        if (now != position) {
            position = now;
            waited = 0;
            return false;
        }
        waited += Math.min(asked + LATE_NANOS, took);
        return waited >= limit;
    }
}
