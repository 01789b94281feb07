package dev.hindsight.bench.light;

/** Numbers the locations of a log from 0 on. */
final class Locations {
    private final FlowLog log;
    private final int[] byRow;
    /** Rows, plus one, by the hash of their location; one row for each location. */
    private final int[] table;

    private int count;

    Locations(FlowLog log) {
        this.log = log;
        byRow = new int[log.size()];
        table = new int[Integer.highestOneBit(log.size() + 1) << 2];
        for (int row = 0; row < log.size(); row++) {
            byRow[row] = find(row);
        }
    }

    private int find(int row) {
        int place = (int) (hash(log, row) >>> 20) & table.length - 1;
        while (table[place] != 0) {
            int other = table[place] - 1;
            if (log.object(other) == log.object(row) && log.slot(other) == log.slot(row)) {
                return byRow[other];
            }
            place = place + 1 & table.length - 1;
        }
        table[place] = row + 1;
        return count++;
    }

    /** Not negative. */
    static long hash(FlowLog log, int row) {
        long hash = (log.object(row) * 0x9E3779B97F4A7C15L + log.slot(row)) * 0xD6E8FEB86659FD93L;
        return (hash ^ hash >>> 29) >>> 1;
    }

    int count() {
        return count;
    }

    int of(int row) {
        return byRow[row];
    }
}
