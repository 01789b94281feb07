package dev.hindsight.session;

import java.util.List;
import java.util.OptionalInt;

/** Notices that the user wants the tool to stop while it runs targets one after the other. */
public final class Interruption implements AutoCloseable {
    private final Signals signals;
    private volatile int exitCode;

    public Interruption() {
        this.signals = new Signals(List.of("TERM", "HUP", TargetProcess.INTERRUPT), this::note);
    }

    /** Also called by the target that runs, whose signals they are as long as it runs. */
    void note(String signal) {
        exitCode = TargetProcess.SIGNALLED + TargetProcess.number(signal);
    }

    /** With which code to exit; empty if there is no need to. */
    public OptionalInt exitCode() {
        return exitCode == 0 ? OptionalInt.empty() : OptionalInt.of(exitCode);
    }

    @Override
    public void close() {
        signals.close();
    }
}
