package dev.hindsight.agent.replay;

import dev.hindsight.runtime.RunHooks;
import dev.hindsight.trace.Event;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;

/**
 * Delivers the signals that the recorded program got, when it is their turn.
 *
 * <p>The virtual machine runs the handler of a signal on a thread of its own, which is recorded like any other. Such a thread
 * is started here as the virtual machine would, when all events before its first have passed.
 */
final class RecordedSignals implements Runnable {
    private static final String SUFFIX = " handler";
    private static final String PREFIX = "SIG";
    private static final long INTERVAL_NANOS = 1_000_000;

    private record Delivery(String signal, long order) {}

    private final Replayer replayer;
    private final Queue<Delivery> deliveries = new ArrayDeque<>();

    RecordedSignals(Replayer replayer, Recording recording) throws IOException {
        this.replayer = replayer;
        for (int thread : recording.threads()) {
            String name = recording.threadName(thread);
            if (RunHooks.isHandler(name)) {
                String signal = name.substring(PREFIX.length(), name.length() - SUFFIX.length());
                deliveries.add(new Delivery(signal, firstOrder(recording, thread)));
            }
        }
    }

    private static long firstOrder(Recording recording, int thread) throws IOException {
        try (EventReader events = recording.openEvents(thread)) {
            Event first = events.next();
            return first == null ? Long.MAX_VALUE : first.order();
        }
    }

    boolean isEmpty() {
        return deliveries.isEmpty();
    }

    @Override
    public void run() {
        Thread.currentThread().setName(RunHooks.SIGNAL_DISPATCHER);
        while (!deliveries.isEmpty()) {
            Delivery next = deliveries.peek();
            if (replayer.isTurnOf(next.order)) {
                deliveries.remove();
                Signals.deliver(next.signal);
            } else {
                LockSupport.parkNanos(INTERVAL_NANOS);
            }
        }
    }
}
