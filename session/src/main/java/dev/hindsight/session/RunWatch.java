package dev.hindsight.session;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks after one run of a target, and ends it when it has taken too long. A run that is made in a {@link DraftDirectory}, where
 * nobody looks at it, also ends when threads of it can never go on, or when the user wants no more runs.
 *
 * <p>A target is ended as a user would do it, by SIGTERM, so that its recording has an end; it, or what it started, is killed if that
 * is not enough.
 */
public final class RunWatch {
    private static final long LOOK_MILLIS = 50;
    private static final long GRACE_NANOS = 10_000_000_000L;
    private static final Path INPUT = Path.of("/proc/self/fd/0");
    private static final File NOTHING = new File("/dev/null");

    /** Why a run ended. */
    public enum End {
        BY_ITSELF,
        TIMEOUT,
        STANDSTILL,
        INTERRUPTED
    }

    private final OptionalLong timeoutNanos;
    private final Optional<DraftDirectory> draft;
    private final Optional<Interruption> interruption;
    private final Consumer<List<String>> listener;
    private final Set<ProcessHandle> told = new LinkedHashSet<>();
    private volatile int signals;
    private End end = End.BY_ITSELF;
    private long toldNanos;
    private int signalsThen;
    private boolean heard;

    private RunWatch(
            OptionalLong timeoutSeconds,
            Optional<DraftDirectory> draft,
            Optional<Interruption> interruption,
            Consumer<List<String>> listener) {
        this.timeoutNanos = timeoutSeconds.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(TimeUnit.SECONDS.toNanos(timeoutSeconds.getAsLong()));
        this.draft = draft;
        this.interruption = interruption;
        this.listener = listener;
    }

    /** For a run that is the user's own, with its streams and signals. */
    public static RunWatch open(OptionalLong timeoutSeconds) {
        return new RunWatch(timeoutSeconds, Optional.empty(), Optional.empty(), lines -> {});
    }

    /**
     * For a run out of sight.
     *
     * @param listener is told once if threads wait for each other and the run goes on, with a line for each
     */
    public static RunWatch hidden(
            OptionalLong timeoutSeconds,
            DraftDirectory draft,
            Interruption interruption,
            Consumer<List<String>> listener) {
        return new RunWatch(timeoutSeconds, Optional.of(draft), Optional.of(interruption), listener);
    }

    /** Why the run ended; to be asked afterwards. */
    public End end() {
        return end;
    }

    /** The file that the agent makes when threads can never go on. */
    Optional<Path> standstill() {
        return draft.map(DraftDirectory::standstill);
    }

    /** What a hidden run prints is kept in files. It can read what every run can read again: a file, or nothing. */
    void redirect(ProcessBuilder builder) {
        if (draft.isPresent()) {
            builder.redirectOutput(draft.get().out().toFile());
            builder.redirectError(draft.get().err().toFile());
            boolean again = Files.isRegularFile(INPUT) && Files.isReadable(INPUT);
            builder.redirectInput(again ? INPUT.toFile() : NOTHING);
        }
    }

    /** Takes a signal to the tool; false if it is for the target alone. */
    boolean takes(String signal) {
        if (draft.isEmpty()) {
            return false;
        }
        interruption.get().note(signal);
        signals++;
        return true;
    }

    /** Waits for the end of the target; returns its exit code. */
    int await(Process target) throws InterruptedException {
        long start = System.nanoTime();
        while (isAlive(target)) {
            target.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            if (end != End.BY_ITSELF) {
                insist(target);
            } else if (target.isAlive()) {
                end = reason(System.nanoTime() - start);
                listen();
                if (end != End.BY_ITSELF) {
                    tell(target);
                }
            }
        }
        return target.waitFor();
    }

    /** A script may be gone before the JVM that it started, whose recording is wanted. */
    private boolean isAlive(Process target) {
        return target.isAlive() || told.stream().anyMatch(ProcessHandle::isAlive);
    }

    private void listen() {
        if (draft.isEmpty() || heard || !Files.exists(draft.get().seen())) {
            return;
        }
        heard = true;
        try {
            listener.accept(Files.readAllLines(draft.get().seen()));
        } catch (IOException e) {
            // The recording has it, too.
            return;
        }
    }

    private End reason(long nanos) {
        if (draft.isPresent() && signals > 0) {
            return End.INTERRUPTED;
        }
        if (draft.isPresent() && Files.exists(draft.get().standstill())) {
            return End.STANDSTILL;
        }
        return timeoutNanos.isPresent() && nanos > timeoutNanos.getAsLong() ? End.TIMEOUT : End.BY_ITSELF;
    }

    private void tell(Process target) {
        toldNanos = System.nanoTime();
        signalsThen = signals;
        target.descendants().forEach(told::add);
        told.add(target.toHandle());
        told.forEach(ProcessHandle::destroy);
    }

    /** Whoever asks a second time does not want to wait. */
    private void insist(Process target) throws InterruptedException {
        boolean impatient = draft.isPresent() && signals > signalsThen;
        if (impatient || System.nanoTime() - toldNanos > GRACE_NANOS) {
            target.descendants().forEach(told::add);
            told.forEach(ProcessHandle::destroyForcibly);
            target.waitFor();
            told.clear();
        } else if (!target.isAlive()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }
}
