package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.Options;
import dev.hindsight.agent.host.PrivateFiles;
import dev.hindsight.trace.Json;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Tells the tool how the replay goes, through files. */
public final class Status implements Runnable {
    /** The recording cannot be read. */
    public static final String DAMAGED = "damaged";

    /** The replay cannot go on, and neither the program nor the recording is to blame. */
    public static final String FAILED = "failed";

    private static final long INTERVAL_NANOS = 200_000_000;

    private final File file;
    private volatile long passed;

    private Status(File file) {
        this.file = file;
    }

    public static Status of(Options options) {
        return new Status(new File(options.get("status", options.get("replay", "") + "/status.json")));
    }

    /** A file that the replay may use for itself. */
    File scratch() {
        return new File(file + ".map");
    }

    /** Writes the number of events passed a few times a second, eight bytes, lowest first. */
    @Override
    public void run() {
        byte[] bytes = new byte[8];
        while (true) {
            LockSupport.parkNanos(INTERVAL_NANOS);
            long value = passed;
            for (int i = 0; i < 8; i++) {
                bytes[i] = (byte) (value >>> 8 * i);
            }
            try (FileOutputStream out = new FileOutputStream(file + ".progress")) {
                out.write(bytes);
            } catch (IOException e) {
                return;
            }
        }
    }

    void passed(long events) {
        passed = events;
    }

    /** A replay that has not begun ends here. */
    public void refuse(String outcome, String message, int exitCode) {
        write(outcome, 0, 0, message, exitCode);
        Runtime.getRuntime().halt(exitCode);
    }

    synchronized void write(String outcome, long events, int threads, String message, int exitCode) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("outcome", outcome);
        status.put("events", events);
        status.put("threads", (long) threads);
        status.put("message", message);
        status.put("exitCode", (long) exitCode);
        try {
            PrivateFiles.write(file, Json.write(status));
        } catch (IOException e) {
            System.err.println("hindsight: " + outcome + ": " + message);
        }
    }
}
