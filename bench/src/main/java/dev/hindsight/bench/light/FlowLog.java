package dev.hindsight.bench.light;

import java.util.Arrays;

/**
 * The entries of a Light log, one row each: location, write, first and last read.
 *
 * <p>Columns are arrays, since there may be ten million rows.
 */
final class FlowLog {
    /** In place of the writer: the row is an own run, whose first access is a write of the same thread. */
    static final long OWN_RUN = -1;

    private int size;
    private long[] objects = new long[1 << 10];
    private int[] slots = new int[1 << 10];
    private long[] writers = new long[1 << 10];
    private long[] firsts = new long[1 << 10];
    private long[] lasts = new long[1 << 10];

    int size() {
        return size;
    }

    void add(long object, int slot, long writer, long first, long last) {
        if (size == objects.length) {
            grow();
        }
        objects[size] = object;
        slots[size] = slot;
        writers[size] = writer;
        firsts[size] = first;
        lasts[size] = last;
        size++;
    }

    private void grow() {
        int capacity = size + (size >> 1);
        objects = Arrays.copyOf(objects, capacity);
        slots = Arrays.copyOf(slots, capacity);
        writers = Arrays.copyOf(writers, capacity);
        firsts = Arrays.copyOf(firsts, capacity);
        lasts = Arrays.copyOf(lasts, capacity);
    }

    long object(int row) {
        return objects[row];
    }

    int slot(int row) {
        return slots[row];
    }

    boolean ownRun(int row) {
        return writers[row] == OWN_RUN;
    }

    /** Of an own run, its first write. */
    long writer(int row) {
        return ownRun(row) ? firsts[row] : writers[row];
    }

    /** A read, but for an own run. */
    long first(int row) {
        return firsts[row];
    }

    long last(int row) {
        return lasts[row];
    }

    /**
     * What of a killed run can be scheduled: of each thread, the accesses before the first that read what the log does
     * not reach. A row that goes on after that ends with an access of its own, which never was, after the others.
     *
     * @param covered by thread, how far its log reaches; lowered to how far the rest does
     */
    FlowLog covered(long[] covered) {
        boolean lowered = true;
        while (lowered) {
            lowered = false;
            for (int row = 0; row < size; row++) {
                lowered |= !ownRun(row) && lower(covered, writers[row], firsts[row]);
            }
        }
        FlowLog rest = new FlowLog();
        int[] ends = new int[covered.length];
        for (int row = 0; row < size; row++) {
            int thread = AccessId.thread(firsts[row]);
            long end = AccessId.of(thread, covered[thread]);
            if (firsts[row] <= end) {
                long last = lasts[row] <= end ? lasts[row] : end + ++ends[thread];
                rest.add(objects[row], slots[row], writers[row], firsts[row], last);
            }
        }
        return rest;
    }

    private static boolean lower(long[] covered, long writer, long read) {
        int reader = AccessId.thread(read);
        int writing = AccessId.thread(writer);
        boolean missing = writing >= covered.length || AccessId.access(writer) > covered[writing];
        if (!missing || AccessId.access(read) > covered[reader]) {
            return false;
        }
        covered[reader] = AccessId.access(read) - 1;
        return true;
    }
}
