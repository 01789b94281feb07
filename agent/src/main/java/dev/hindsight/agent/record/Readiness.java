package dev.hindsight.agent.record;

import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.NativeRow.Kind;
import dev.hindsight.trace.NativeTable;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/**
 * Tells which natives are about to wait for the outside, so that others can run meanwhile. A wrong answer costs time and
 * nothing else. Used by the thread that has its turn.
 */
final class Readiness {
    private static final int STDIN = 0;
    /** Larger descriptors are taken for ones that wait. */
    private static final int MOST = 1 << 16;

    private static final byte WAITS = 1;
    private static final byte BLOCKS = 2;
    private static final byte READS = 4;
    private static final byte SWITCHES = 8;
    private static final byte TIMED = 16;
    private static final byte CLOCK = 32;

    /** What the table says about each native. */
    private final byte[] kinds;

    private final List<NativeRow> rows;
    /** Descriptors whose natives return at once. */
    private final BitSet eager = new BitSet();

    private final FileDescriptor asked = new FileDescriptor();
    private final FileInputStream input = new FileInputStream(asked);

    Readiness(NativeTable table) {
        rows = table.rows();
        kinds = new byte[rows.size() + 1];
        for (int i = 0; i < rows.size(); i++) {
            NativeRow row = rows.get(i);
            kinds[row.id()] = (byte) ((row.yields(Kind.WAITS) ? WAITS : 0)
                    | (row.yields(Kind.BLOCKS) ? BLOCKS : 0)
                    | (row.yields(Kind.READS) ? READS : 0)
                    | (row.yields(Kind.SWITCHES) ? SWITCHES : 0)
                    | (row.waitNanos(0) >= 0 ? TIMED : 0)
                    | (row.yields(Kind.CLOCK) ? CLOCK : 0));
        }
    }

    /** Whether all that a native does is to wait. */
    boolean waits(int row) {
        return (kinds[row] & WAITS) != 0;
    }

    /** How long a native waits that was given this number, in nanoseconds; -1 if that is not known. */
    long waitNanos(int row, long number) {
        return (kinds[row] & TIMED) != 0 ? rows.get(row - 1).waitNanos(number) : -1;
    }

    /** After how many nanoseconds a native that was given this number returns 0; -1 if that is not known. */
    long timeOutNanos(int row, long number) {
        return (kinds[row] & BLOCKS) != 0 ? rows.get(row - 1).timeOutNanos(number) : -1;
    }

    /** Whether a native returns before anybody could miss the turn that its thread has. */
    boolean isQuick(int row) {
        return (kinds[row] & CLOCK) != 0;
    }

    /** Whether there is no need to ask: the native waits, or reads what a person may still have to type. */
    boolean isSureToWait(int row, int descriptor) {
        return waits(row) || descriptor == STDIN;
    }

    /** Whether {@link #mayWait} has to be asked. */
    boolean isInteresting(int row) {
        return kinds[row] != 0;
    }

    /**
     * Whether a native may wait.
     *
     * @param descriptor the one it was given; -1 for none
     * @param number the last number it was given
     */
    boolean mayWait(int row, int descriptor, long number) {
        int kind = kinds[row];
        if ((kind & SWITCHES) != 0 && descriptor >= 0 && descriptor < MOST) {
            eager.set(descriptor, number == 0);
        }
        if ((kind & READS) != 0) {
            return descriptor >= 0 && !eager.get(descriptor) && isEmpty(descriptor);
        }
        return (kind & BLOCKS) != 0 && number != 0;
    }

    private boolean isEmpty(int descriptor) {
        Vm.setFd(asked, descriptor);
        try {
            return input.available() <= 0;
        } catch (IOException e) {
            // One from which connections come, not bytes.
            return true;
        }
    }
}
