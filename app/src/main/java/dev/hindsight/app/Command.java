package dev.hindsight.app;

/** A command of the tool. */
interface Command {
    Usage usage();

    /** Does it; returns the exit code. */
    int run(Arguments arguments) throws Exception;
}
