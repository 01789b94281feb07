package dev.hindsight.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Runs a target to its end as if its user had started it: same streams, same signals, same exit code.
 *
 * <p>A terminal sends an interrupt to the target as well as to the tool, so the tool only has to survive it. Without a
 * terminal nobody else tells the target.
 */
public final class TargetProcess {
    static final String INTERRUPT = "INT";

    static final int SIGNALLED = 128;

    private final ProcessBuilder builder;
    private final boolean terminal;
    private final Hearing hearing;
    private final Optional<RunWatch> watch;
    private final CompletableFuture<Process> process = new CompletableFuture<>();
    /** The exit code for the signal that ended the target; 0 for none. */
    private volatile int endedBy;

    /** Whether the target takes notice of signals. */
    enum Hearing {
        GOOD,
        /** A debugger may have stopped all its threads: a signal ends it here and now. */
        NONE
    }

    public TargetProcess(ProcessBuilder builder) {
        this(builder, Hearing.GOOD, Optional.empty());
    }

    TargetProcess(ProcessBuilder builder, Hearing hearing) {
        this(builder, hearing, Optional.empty());
    }

    TargetProcess(ProcessBuilder builder, Optional<RunWatch> watch) {
        this(builder, Hearing.GOOD, watch);
    }

    private TargetProcess(ProcessBuilder builder, Hearing hearing, Optional<RunWatch> watch) {
        this.builder = builder;
        this.hearing = hearing;
        this.watch = watch;
        this.terminal = Terminal.isAt(0) || Terminal.isAt(1);
    }

    /** A command that shares streams, directory and environment with the tool. */
    public static TargetProcess plain(List<String> command, Path directory) {
        return new TargetProcess(new ProcessBuilder(command).inheritIO().directory(directory.toFile()));
    }

    /** Returns the exit code, 128 + n if signal n ended the target. */
    public int run() throws SessionException, InterruptedException {
        Signals signals = new Signals(List.of("TERM", "HUP", INTERRUPT), this::forward);
        try {
            Process target = builder.start();
            process.complete(target);
            int exitCode = watch.isPresent() ? watch.get().await(target) : target.waitFor();
            return endedBy == 0 ? exitCode : endedBy;
        } catch (IOException e) {
            throw new SessionException(
                    SessionException.Reason.NOT_EXECUTABLE,
                    "cannot start '" + builder.command().get(0) + "': " + e.getMessage());
        } finally {
            signals.close();
        }
    }

    /** Ends the target, whatever it does. */
    void kill() {
        process.thenAccept(Process::destroyForcibly);
    }

    /** The number of the process that was started, once it has run. */
    public long pid() {
        return process.join().pid();
    }

    /** A signal may come before the target is known. */
    private void forward(String signal) {
        if (hearing == Hearing.NONE) {
            endedBy = SIGNALLED + number(signal);
            kill();
        } else if (watch.isPresent() && watch.get().takes(signal)) {
            return;
        } else if (!terminal || !signal.equals(INTERRUPT)) {
            process.thenAccept(target -> send(signal, target));
        }
    }

    static int number(String signal) {
        return switch (signal) {
            case "HUP" -> 1;
            case INTERRUPT -> 2;
            default -> 15;
        };
    }

    private static void send(String signal, Process target) {
        try {
            new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + target.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // Without a shell there is still the signal that the JDK can send by itself.
            target.destroy();
        }
    }
}
