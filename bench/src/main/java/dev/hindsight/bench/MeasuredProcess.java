package dev.hindsight.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs a command to its end and looks, meanwhile, at the memory of the JVM that a {@link TimedJdk} started for it.
 *
 * <p>The kernel keeps the peak of a process as long as it lives, so looking at it now and then misses only what is new
 * in the last interval.
 */
final class MeasuredProcess {
    private static final int INTERVAL_MILLIS = 100;

    private final TimedJdk jdk;
    private final ProcessBuilder builder;
    private long peakBytes;

    MeasuredProcess(TimedJdk jdk, ProcessBuilder builder) {
        this.jdk = jdk;
        this.builder = builder;
    }

    /** Returns the exit code. */
    int run(long limitSeconds) throws IOException, InterruptedException, TimeoutException {
        jdk.reset();
        Process process = builder.start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitSeconds);
        try {
            while (!process.waitFor(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
                if (System.nanoTime() > deadline) {
                    throw new TimeoutException("still ran after " + limitSeconds + " s");
                }
                look();
            }
            return process.exitValue();
        } finally {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    Measurement measurement() throws IOException, BenchFailure {
        return jdk.measurement(peakBytes);
    }

    private void look() throws IOException {
        long shell = jdk.shell();
        if (shell < 0) {
            return;
        }
        List<ProcessHandle> children = ProcessHandle.of(shell).stream()
                .flatMap(ProcessHandle::children)
                .toList();
        for (ProcessHandle child : children) {
            peakBytes = Math.max(peakBytes, peakBytes(child.pid()));
        }
    }

    private static long peakBytes(long pid) throws IOException {
        try {
            String status = Files.readString(Path.of("/proc", Long.toString(pid), "status"));
            return peakKibibytes(status).orElse(0) << 10;
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            // A process that ends while it is looked at fails the read in other ways, too.
            if (ProcessHandle.of(pid).isEmpty()) {
                return 0;
            }
            throw e;
        }
    }

    static OptionalLong peakKibibytes(String status) {
        return status.lines()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst();
    }
}
