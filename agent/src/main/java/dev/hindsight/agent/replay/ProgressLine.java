package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.Options;
import dev.hindsight.runtime.Vm;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Shows on a terminal how far the replay is, on one line that is redrawn and in the end erased.
 *
 * <p>The program prints to the same terminal. So what it prints goes through here, too: the line is taken away first, and
 * is not drawn where the program has begun a line of its own.
 */
final class ProgressLine implements Runnable {
    private static final long PERIOD_NANOS = 200_000_000;
    /** A replay that is over soon is better left undisturbed. */
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private static final int STDOUT = 1;
    private static final byte[] ERASE = "\r\u001b[K".getBytes(StandardCharsets.US_ASCII);

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    private final FileOutputStream err = new FileOutputStream(FileDescriptor.err);
    private final Replayer replayer;
    private final boolean watched;
    private final boolean shared;
    /** Whether what the program printed is not wanted. */
    private final boolean silent;

    private final long total;
    private boolean drawn;
    private boolean lineBegun;
    private boolean ended;

    ProgressLine(Replayer replayer, Options options) {
        this.replayer = replayer;
        this.watched = options.has("progress");
        this.shared = options.has("stdout");
        this.silent = options.has("steps");
        this.total = options.getLong("progress", 0);
    }

    @Override
    public void run() {
        long wait = PATIENCE_NANOS;
        while (watched) {
            long until = System.nanoTime() + wait;
            for (long left = wait; left > 0; left = until - System.nanoTime()) {
                Vm.park(left);
            }
            if (!draw(text(replayer.passed(), total).getBytes(StandardCharsets.US_ASCII))) {
                return;
            }
            wait = PERIOD_NANOS;
        }
    }

    /** Draws the line anew unless it would disturb; false if there is no more use in it. */
    private synchronized boolean draw(byte[] text) {
        if (!ended && !lineBegun) {
            try {
                err.write(ERASE);
                err.write(text);
                drawn = true;
            } catch (IOException e) {
                return false;
            }
        }
        return !ended;
    }

    static String text(long done, long total) {
        StringBuilder text = new StringBuilder("replayed ").append(done);
        if (total > 0) {
            text.append(" of ").append(total);
        }
        text.append(" events");
        if (total > 0) {
            text.append(", ").append(Math.min(100, done * 100 / total)).append('%');
        }
        return text.toString();
    }

    /** Prints what the program printed. */
    synchronized void print(int descriptor, byte[] data, int length) throws IOException {
        if (silent) {
            return;
        }
        boolean beside = descriptor != STDOUT || shared;
        if (beside) {
            erase();
        }
        (descriptor == STDOUT ? out : err).write(data, 0, length);
        if (beside && length > 0) {
            lineBegun = data[length - 1] != '\n';
        }
    }

    /** The replay is over: others have the terminal now. */
    synchronized void end() {
        ended = true;
        try {
            erase();
        } catch (IOException e) {
            // Nobody sees the terminal any more.
            drawn = false;
        }
    }

    private void erase() throws IOException {
        if (drawn) {
            err.write(ERASE);
            drawn = false;
        }
    }
}
