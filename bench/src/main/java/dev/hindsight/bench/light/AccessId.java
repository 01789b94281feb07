package dev.hindsight.bench.light;

import dev.hindsight.bench.baseline.LightLog;

/** Names an access by its thread and its number among the thread's accesses; as numbers, one thread's are in order. */
final class AccessId {
    /** Stands for the write that gave a location the value it begins with. */
    static final long INITIAL = 0;

    private AccessId() {}

    static long of(int thread, long access) {
        return (long) thread << LightLog.THREAD_SHIFT | access;
    }

    static int thread(long id) {
        return (int) (id >>> LightLog.THREAD_SHIFT);
    }

    static long access(long id) {
        return id & (1L << LightLog.THREAD_SHIFT) - 1;
    }

    static String text(long id) {
        return id == INITIAL ? "initial" : thread(id) + ":" + access(id);
    }
}
