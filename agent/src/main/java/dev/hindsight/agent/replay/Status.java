package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.Options;
import dev.hindsight.agent.host.PrivateFiles;
import dev.hindsight.trace.Json;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tells the tool how the replay went, through a file. */
public final class Status {
    /** The recording cannot be read. */
    public static final String DAMAGED = "damaged";

    /** The replay cannot go on, and neither the program nor the recording is to blame. */
    public static final String FAILED = "failed";

    private final File file;

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
