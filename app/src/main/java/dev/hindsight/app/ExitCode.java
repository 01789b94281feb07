package dev.hindsight.app;

/** The exit codes that scripts can rely on. */
final class ExitCode {
    static final int OK = 0;
    static final int FAILURE = 1;
    static final int USAGE = 2;
    static final int RECORDING = 3;
    static final int PLATFORM = 4;
    static final int DIVERGENCE = 125;
    static final int NOT_EXECUTABLE = 126;
    static final int NOT_FOUND = 127;

    private ExitCode() {}
}
