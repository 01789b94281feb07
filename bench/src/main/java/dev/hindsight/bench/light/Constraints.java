package dev.hindsight.bench.light;

import java.util.Arrays;

/**
 * What a schedule has to keep to, in the terms of the solver.
 *
 * <p>A group is a write, or the writes of an own run, with all reads that saw them. That dependences on different writes
 * do not interfere (section 4.2: one of two pairs is over before the other begins) says that the groups of a location
 * come one after the other. Groups that one thread uses come in the order in which it does; this is added as edges, and
 * is what can be told of the disjunctions without deciding anything.
 *
 * <p>A step is an access that the log names: the start of a group, the first or the last read of a run.
 */
final class Constraints {
    static final int START = 0;
    /** A write of an own run that is not its first, and which another thread reads. */
    static final int MARK = 1;

    static final int FIRST = 2;
    static final int LAST = 3;
    /** Both. */
    static final int ONLY = 4;

    private static final int KIND_BITS = 3;
    private static final int NONE = -1;

    private final FlowLog log;
    private final Locations locations;
    private final int[] groupOfRow;
    /** Rows, those of a group beside each other. */
    private final int[] rows;

    private int groups;
    private int[] rowsFrom = new int[16];
    private int[] locationOf = new int[16];
    private long[] starts = new long[16];

    private int steps;
    private long[] stepIds;
    private int[] stepCodes;
    /** By thread, and one more. */
    private int[] stepsFrom;

    /** By group, its last edge; by edge, the one before and the group that has to start earlier. */
    private int[] lastEdge;

    private int[] edgeBefore = new int[16];
    private int[] edgeGroup = new int[16];
    private int edges;

    Constraints(FlowLog log) {
        this.log = log;
        locations = new Locations(log);
        rows = new int[log.size()];
        groupOfRow = new int[log.size()];
        stepIds = new long[2 * log.size() + 16];
        stepCodes = new int[stepIds.length];
        sortRows();
        makeGroups();
        Radix.sort(stepIds, stepCodes, steps);
        makeThreads();
        makeEdges();
    }

    /** By location, and there by writer; writes of an own run are between its first and its last. */
    private void sortRows() {
        long[] keys = new long[rows.length];
        for (int row = 0; row < rows.length; row++) {
            rows[row] = row;
            keys[row] = log.writer(row);
        }
        Radix.sort(keys, rows, rows.length);
        for (int i = 0; i < rows.length; i++) {
            keys[i] = locations.of(rows[i]);
        }
        Radix.sort(keys, rows, rows.length);
    }

    private void makeGroups() {
        long end = NONE;
        long lastWriter = NONE;
        for (int i = 0; i < rows.length; i++) {
            int row = rows[i];
            long writer = log.writer(row);
            boolean other = i == 0 || locations.of(row) != locations.of(rows[i - 1]) || writer > end;
            if (other) {
                addGroup(i, row);
                end = writer;
                lastWriter = writer;
            }
            if (log.ownRun(row)) {
                end = Math.max(end, log.last(row));
            } else if (writer != lastWriter) {
                addStep(writer, MARK, groups - 1);
            }
            lastWriter = writer;
            groupOfRow[row] = groups - 1;
            addReads(row);
        }
        rowsFrom = Arrays.copyOf(rowsFrom, groups + 1);
        rowsFrom[groups] = rows.length;
    }

    private void addGroup(int at, int row) {
        if (groups == starts.length) {
            rowsFrom = Arrays.copyOf(rowsFrom, 2 * groups);
            locationOf = Arrays.copyOf(locationOf, 2 * groups);
            starts = Arrays.copyOf(starts, 2 * groups);
        }
        rowsFrom[groups] = at;
        locationOf[groups] = locations.of(row);
        starts[groups] = log.writer(row);
        if (starts[groups] != AccessId.INITIAL) {
            addStep(starts[groups], START, groups);
        }
        groups++;
    }

    private void addReads(int row) {
        if (log.ownRun(row)) {
            addStep(log.last(row), LAST, row);
        } else if (log.first(row) == log.last(row)) {
            addStep(log.first(row), ONLY, row);
        } else {
            addStep(log.first(row), FIRST, row);
            addStep(log.last(row), LAST, row);
        }
    }

    private void addStep(long id, int kind, int subject) {
        if (steps == stepIds.length) {
            stepIds = Arrays.copyOf(stepIds, steps + (steps >> 1));
            stepCodes = Arrays.copyOf(stepCodes, stepIds.length);
        }
        stepIds[steps] = id;
        stepCodes[steps++] = subject << KIND_BITS | kind;
    }

    private void makeThreads() {
        int threads = steps == 0 ? 1 : AccessId.thread(stepIds[steps - 1]) + 1;
        stepsFrom = new int[threads + 1];
        for (int step = 0; step < steps; step++) {
            stepsFrom[AccessId.thread(stepIds[step]) + 1] = step + 1;
        }
        for (int thread = 0; thread < threads; thread++) {
            stepsFrom[thread + 1] = Math.max(stepsFrom[thread + 1], stepsFrom[thread]);
        }
    }

    private void makeEdges() {
        lastEdge = new int[groups];
        Arrays.fill(lastEdge, NONE);
        int[] visited = new int[locations.count()];
        int[] visitor = new int[locations.count()];
        Arrays.fill(visitor, NONE);
        for (int step = 0; step < steps; step++) {
            int group = group(step);
            int thread = AccessId.thread(stepIds[step]);
            int location = locationOf[group];
            if (visitor[location] == thread && visited[location] != group) {
                addEdge(visited[location], group);
            }
            visitor[location] = thread;
            visited[location] = group;
        }
    }

    private void addEdge(int earlier, int later) {
        if (starts[earlier] == AccessId.INITIAL || starts[later] == AccessId.INITIAL) {
            return;
        }
        if (edges == edgeGroup.length) {
            edgeBefore = Arrays.copyOf(edgeBefore, 2 * edges);
            edgeGroup = Arrays.copyOf(edgeGroup, 2 * edges);
        }
        edgeBefore[edges] = lastEdge[later];
        edgeGroup[edges] = earlier;
        lastEdge[later] = edges++;
    }

    FlowLog log() {
        return log;
    }

    int threads() {
        return stepsFrom.length - 1;
    }

    int steps() {
        return steps;
    }

    /** Where the steps of a thread begin; those of the next come after. */
    int stepsFrom(int thread) {
        return stepsFrom[thread];
    }

    long id(int step) {
        return stepIds[step];
    }

    int kind(int step) {
        return stepCodes[step] & (1 << KIND_BITS) - 1;
    }

    /** Of a read. */
    int row(int step) {
        return stepCodes[step] >>> KIND_BITS;
    }

    int group(int step) {
        return kind(step) <= MARK ? stepCodes[step] >>> KIND_BITS : groupOfRow[row(step)];
    }

    int locations() {
        return locations.count();
    }

    int groups() {
        return groups;
    }

    int location(int group) {
        return locationOf[group];
    }

    /** The write with which it begins, or {@link AccessId#INITIAL}. */
    long start(int group) {
        return starts[group];
    }

    int rowsFrom(int group) {
        return rowsFrom[group];
    }

    int rowAt(int place) {
        return rows[place];
    }

    int lastEdge(int group) {
        return lastEdge[group];
    }

    /** Or -1. */
    int edgeBefore(int edge) {
        return edgeBefore[edge];
    }

    /** The group that has to start before the one whose edge it is. */
    int edgeGroup(int edge) {
        return edgeGroup[edge];
    }
}
