package dev.hindsight.bench.light;

import java.util.Arrays;
import java.util.Optional;

/**
 * Says whether a schedule keeps to everything that a log says; knows nothing of how it was found.
 *
 * <p>It reads the constraints from the log anew: each thread's accesses are in its order; each read comes after its
 * write; and from a write to the last of its reads there is no other write that the log names.
 */
final class ScheduleChecker {
    private final FlowLog log;
    private final long[] ids;
    private final int[] positions;

    private ScheduleChecker(FlowLog log, long[] order) {
        this.log = log;
        ids = order.clone();
        positions = new int[order.length];
        Arrays.setAll(positions, i -> i + 1);
        Radix.sort(ids, positions, ids.length);
    }

    /** The first thing that is wrong. */
    static Optional<String> mistake(FlowLog log, long[] order) {
        ScheduleChecker checker = new ScheduleChecker(log, order);
        return checker.threadOrder().or(checker::dependences).or(checker::interference);
    }

    private Optional<String> threadOrder() {
        for (int i = 1; i < ids.length; i++) {
            boolean sameThread = AccessId.thread(ids[i]) == AccessId.thread(ids[i - 1]);
            if (sameThread && positions[i] < positions[i - 1]) {
                return Optional.of(AccessId.text(ids[i]) + " is before " + AccessId.text(ids[i - 1]));
            }
        }
        return Optional.empty();
    }

    private Optional<String> dependences() {
        for (int row = 0; row < log.size(); row++) {
            int write = position(log.writer(row));
            int first = position(log.first(row));
            int last = position(log.last(row));
            if (write < 0 || first < 0 || last < 0) {
                return Optional.of("not scheduled: " + text(row));
            }
            if (write > first || first > last || write == first && !log.ownRun(row)) {
                return Optional.of("read before it was written: " + text(row));
            }
        }
        return Optional.empty();
    }

    /** From 1 on; 0 for the initial value, -1 if it is not there. */
    private int position(long id) {
        if (id == AccessId.INITIAL) {
            return 0;
        }
        int found = Arrays.binarySearch(ids, id);
        return found < 0 ? -1 : positions[found];
    }

    private Optional<String> interference() {
        int[] rows = rowsByLocationAndWrite();
        int before = -1;
        long from = 0;
        long to = 0;
        int end = 0;
        for (int row : rows) {
            long writer = log.writer(row);
            boolean overlaps = before >= 0 && sameLocation(before, row) && position(writer) <= end;
            if (overlaps && (writer < from || writer > to)) {
                return Optional.of("interfere: " + text(before) + " and " + text(row));
            }
            if (!overlaps) {
                from = writer;
                to = writer;
                end = 0;
            }
            to = Math.max(to, log.ownRun(row) ? log.last(row) : writer);
            end = Math.max(end, position(log.last(row)));
            before = row;
        }
        return Optional.empty();
    }

    private int[] rowsByLocationAndWrite() {
        int[] rows = new int[log.size()];
        long[] keys = new long[rows.length];
        Arrays.setAll(rows, row -> row);
        Arrays.setAll(keys, row -> position(log.writer(row)));
        Radix.sort(keys, rows, rows.length);
        Arrays.setAll(keys, i -> Locations.hash(log, rows[i]));
        Radix.sort(keys, rows, rows.length);
        for (int i = 1; i < rows.length; i++) {
            if (keys[i] == keys[i - 1] && !sameLocation(rows[i], rows[i - 1])) {
                throw new IllegalStateException("two locations have one hash; the checker cannot tell them apart");
            }
        }
        return rows;
    }

    private boolean sameLocation(int one, int other) {
        return log.object(one) == log.object(other) && log.slot(one) == log.slot(other);
    }

    private String text(int row) {
        return AccessId.text(log.writer(row)) + " -> " + AccessId.text(log.first(row)) + ".."
                + AccessId.text(log.last(row)) + " at " + log.object(row) + "." + log.slot(row);
    }
}
