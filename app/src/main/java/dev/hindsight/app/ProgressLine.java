package dev.hindsight.app;

import dev.hindsight.session.ReplaySession;
import dev.hindsight.session.Terminal;
import java.io.IOException;
import java.io.PrintStream;

/** Shows on a terminal how far a replay is, on one line that is redrawn and in the end erased. */
final class ProgressLine {
    private static final long PERIOD_MILLIS = 200;
    /** The program prints to the same terminal; a replay that is over soon is better left undisturbed. */
    private static final long PATIENCE_MILLIS = 1000;

    private static final int STDERR = 2;
    private static final String ERASE = "\r\u001b[K";

    private final ReplaySession session;
    private final long total;
    private final PrintStream err;
    private final Thread drawer = new Thread(this::draw, "progress");

    private ProgressLine(ReplaySession session, long total, PrintStream err) {
        this.session = session;
        this.total = total;
        this.err = err;
    }

    /** Draws nothing if nobody watches. */
    static ProgressLine start(ReplaySession session, long total, PrintStream err) {
        ProgressLine line = new ProgressLine(session, total, err);
        if (Terminal.isAt(STDERR)) {
            line.drawer.setDaemon(true);
            line.drawer.start();
        }
        return line;
    }

    private void draw() {
        boolean drawn = false;
        try {
            Thread.sleep(PATIENCE_MILLIS);
            long done = 0;
            while (true) {
                // The replayer rewrites the number in place and may be caught at it.
                done = Math.max(done, session.progress());
                err.print(ERASE + text(done, total));
                err.flush();
                drawn = true;
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException | IOException e) {
            // The replay is over, or its progress cannot be told; neither is worth a word.
            if (drawn) {
                err.print(ERASE);
                err.flush();
            }
        }
    }

    static String text(long done, long total) {
        if (total <= 0) {
            return "replayed " + done + " events";
        }
        return "replayed " + done + " of " + total + " events, " + Math.min(100, done * 100 / total) + "%";
    }

    void close() throws InterruptedException {
        if (drawer.isAlive()) {
            drawer.interrupt();
            drawer.join();
        }
    }
}
