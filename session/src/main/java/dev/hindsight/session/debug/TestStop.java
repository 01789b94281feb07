package dev.hindsight.session.debug;

import dev.hindsight.trace.FailedTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Runs a replay to where the test method is called that failed, in the run of it that failed, before a debugger comes.
 *
 * <p>The replayer counts runs of tests and passes a method of its own when the one that failed is about to begin. A breakpoint
 * there lets us set the next one, in the test method, whose class is loaded by then. Debuggers would not know what to do with
 * a breakpoint that they have not set; so they find a program that has just started, and stands there.
 */
final class TestStop {
    private static final int COMPOSITE = Packet.code(64, 100);
    private static final byte BREAKPOINT = 2;
    private static final byte STARTED = 90;
    /** Behind what an event stops, and how many there are. */
    private static final int KIND_AT = 1 + Integer.BYTES;

    private final FailedTest test;
    private final BlockingQueue<Byte> kinds = new LinkedBlockingQueue<>();
    private volatile boolean reached;

    TestStop(FailedTest test) {
        this.test = test;
    }

    /** Returns when the program stands there; false if it ends before. Needs a thread that reads. */
    boolean reach(Target target) throws IOException {
        if (!awaits(STARTED)) {
            return false;
        }
        target.stopBeforeFailing();
        target.resume();
        if (!awaits(BREAKPOINT)) {
            return false;
        }
        if (target.stopAt(test.type(), test.method(), test.descriptor()) == 0) {
            throw new IOException("the class " + test.type() + " of the test that failed is not loaded");
        }
        target.resume();
        reached = awaits(BREAKPOINT);
        return reached;
    }

    private boolean awaits(byte kind) throws IOException {
        try {
            return kinds.take() == kind;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Whether an event is ours alone. */
    boolean take(Packet event) {
        ByteBuffer content = event.content();
        if (reached || event.code() != COMPOSITE || content.remaining() <= KIND_AT) {
            return false;
        }
        byte kind = content.get(KIND_AT);
        kinds.add(kind);
        return kind == BREAKPOINT;
    }

    /** The JVM has ended. */
    void end() {
        kinds.add((byte) 0);
    }
}
