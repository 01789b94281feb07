package dev.hindsight.bench.baseline;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where a program under test says what it read and wrote; not instrumented, as all of this package. */
public final class Probe {
    private static final Map<Long, Long> READS = new ConcurrentHashMap<>();
    private static final Map<Long, Long> WRITES = new ConcurrentHashMap<>();

    private Probe() {}

    /** The thread's last access read this. */
    public static void read(long value) {
        READS.put(LightLog.log().lastAccess(), value);
    }

    /** The thread's last access wrote this. */
    public static void wrote(long value) {
        WRITES.put(LightLog.log().lastAccess(), value);
    }

    public static Map<Long, Long> reads() {
        return READS;
    }

    public static Map<Long, Long> writes() {
        return WRITES;
    }
}
