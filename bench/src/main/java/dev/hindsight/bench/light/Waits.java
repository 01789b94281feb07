package dev.hindsight.bench.light;

import java.util.Arrays;

/** Which threads can go on, and who waits for whom. */
final class Waits {
    private static final int NONE = -1;

    private final int[] ready;
    /** By thread: its place among those that can go on, or -1. */
    private final int[] place;

    private int readyCount;

    private final int[] awaited;
    private final long[] awaitedId;
    /** By thread: one that waits for it; by one that waits, another that waits for the same thread. */
    private final int[] firstWaiter;

    private final int[] nextWaiter;

    Waits(int threads) {
        ready = new int[threads];
        place = new int[threads];
        awaited = new int[threads];
        awaitedId = new long[threads];
        firstWaiter = new int[threads];
        nextWaiter = new int[threads];
        clear();
    }

    void clear() {
        readyCount = 0;
        Arrays.fill(place, NONE);
        Arrays.fill(awaited, NONE);
        Arrays.fill(firstWaiter, NONE);
    }

    int readyCount() {
        return readyCount;
    }

    int ready(int index) {
        return ready[index];
    }

    void awake(int thread) {
        place[thread] = readyCount;
        ready[readyCount++] = thread;
        awaited[thread] = NONE;
    }

    /** It has no more steps, or waits. */
    void end(int thread) {
        int last = ready[--readyCount];
        ready[place[thread]] = last;
        place[last] = place[thread];
        place[thread] = NONE;
    }

    /** False if that closes a circle. */
    boolean await(int thread, int other, long id) {
        end(thread);
        awaited[thread] = other;
        awaitedId[thread] = id;
        nextWaiter[thread] = firstWaiter[other];
        firstWaiter[other] = thread;
        int next = other;
        while (next != NONE && next != thread) {
            next = awaited[next];
        }
        return next == NONE;
    }

    /** Whom a thread waits for. */
    int awaited(int thread) {
        return awaited[thread];
    }

    /** Tells those who wait that a thread now stands before an access; true if it woke one. */
    boolean wake(int thread, long next) {
        boolean woke = false;
        int waiter = firstWaiter[thread];
        int kept = NONE;
        while (waiter != NONE) {
            int following = nextWaiter[waiter];
            if (awaitedId[waiter] < next) {
                awake(waiter);
                woke = true;
            } else {
                nextWaiter[waiter] = kept;
                kept = waiter;
            }
            waiter = following;
        }
        firstWaiter[thread] = kept;
        return woke;
    }
}
