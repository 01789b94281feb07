package dev.hindsight.bench.baseline;

import java.io.IOException;
import java.nio.file.Path;

/** Locations and threads of a simulated program, recorded by Light's own code in an order that the test chooses. */
public final class SimulatedMemory {
    private static final int SLOT = 7;

    private final LightLog[] logs;
    private final long[] words;

    /** @param chunkBytes small, so that a log can be cut in many places */
    public SimulatedMemory(Path file, int threads, int locations, boolean runs, int chunkBytes) throws IOException {
        LogFile log = new LogFile(file);
        logs = new LightLog[threads];
        for (int thread = 0; thread < threads; thread++) {
            logs[thread] = new LightLog(log, runs, chunkBytes);
        }
        words = new long[locations];
    }

    public int number(int thread) {
        return logs[thread].number;
    }

    /** Returns which write it saw. */
    public long read(int thread, int location) {
        words[location] = logs[thread].seen(words[location]);
        logs[thread].read(location, SLOT, words[location]);
        return words[location] & ~LightLog.SEEN;
    }

    /** Returns the write. */
    public long write(int thread, int location) {
        long old = words[location];
        words[location] = logs[thread].next();
        logs[thread].wrote(location, SLOT, old);
        return words[location];
    }

    public void close() {
        for (LightLog log : logs) {
            log.close();
        }
    }
}
