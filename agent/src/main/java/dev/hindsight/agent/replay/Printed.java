package dev.hindsight.agent.replay;

import dev.hindsight.runtime.Vm;
import java.util.Arrays;

/** Pieces of memory that a native is about to print: parts of arrays, or addresses. */
final class Printed {
    private byte[][] arrays = new byte[4][];
    private long[] starts = new long[4];
    private long[] lengths = new long[4];
    private int count;
    private int next;
    private long left;

    void clear() {
        count = 0;
        next = 0;
        left = 0;
    }

    /** Adds a piece of an array or, if that is null, of memory. */
    void add(byte[] array, long start, long length) {
        if (count == starts.length) {
            arrays = Arrays.copyOf(arrays, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        arrays[count] = array;
        starts[count] = start;
        lengths[count++] = length;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Only so many bytes are printed. */
    void limit(long bytes) {
        left = bytes;
    }

    /** Takes the next bytes, as many as fit; returns how many, 0 at the end. */
    int take(byte[] target) {
        while (next < count && lengths[next] == 0) {
            next++;
        }
        if (next == count || left <= 0) {
            clear();
            return 0;
        }
        int size = (int) Math.min(Math.min(target.length, lengths[next]), left);
        if (arrays[next] != null) {
            System.arraycopy(arrays[next], (int) starts[next], target, 0, size);
        } else {
            Vm.copyOut(starts[next], target, 0, size);
        }
        starts[next] += size;
        lengths[next] -= size;
        left -= size;
        return size;
    }
}
