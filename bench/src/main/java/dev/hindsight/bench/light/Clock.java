package dev.hindsight.bench.light;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Estimates when each access happened, from a few moments of each thread that are known. */
final class Clock {
    private final List<Moments> threads = new ArrayList<>();

    /** Of one thread. */
    private static final class Moments {
        long[] accesses = new long[16];
        long[] times = new long[16];
        int size;
        /** Where the last question was answered: they come in order, mostly. */
        int at;
    }

    /** In the order of the thread's accesses. */
    void add(int thread, long access, long time) {
        while (threads.size() <= thread) {
            threads.add(new Moments());
        }
        Moments moments = threads.get(thread);
        if (moments.size == moments.times.length) {
            moments.accesses = Arrays.copyOf(moments.accesses, 2 * moments.size);
            moments.times = Arrays.copyOf(moments.times, 2 * moments.size);
        }
        moments.accesses[moments.size] = access;
        moments.times[moments.size++] = time;
    }

    /** Between two moments, as if time went by evenly; 0 if nothing is known of the thread. */
    long time(long id) {
        int thread = AccessId.thread(id);
        if (thread >= threads.size() || threads.get(thread).size == 0) {
            return 0;
        }
        Moments moments = threads.get(thread);
        long access = AccessId.access(id);
        int at = moments.at;
        while (at > 0 && moments.accesses[at] > access) {
            at--;
        }
        while (at + 1 < moments.size && moments.accesses[at + 1] <= access) {
            at++;
        }
        moments.at = at;
        return between(moments, at, access);
    }

    private static long between(Moments moments, int at, long access) {
        if (at + 1 == moments.size || moments.accesses[at] > access) {
            return moments.times[at];
        }
        double share = (double) (access - moments.accesses[at]) / (moments.accesses[at + 1] - moments.accesses[at]);
        return moments.times[at] + (long) (share * (moments.times[at + 1] - moments.times[at]));
    }
}
