package dev.hindsight.app;

import java.io.PrintStream;

/**
 * Where a command prints.
 *
 * @param out for what the user asked for
 * @param err for what Hindsight has to say about it
 */
record Screen(PrintStream out, PrintStream err) {
    /** One line with the tool's name, so that it can be told from the program's own output. */
    void say(String message) {
        err.println("hindsight: " + Printable.lines(message));
    }
}
