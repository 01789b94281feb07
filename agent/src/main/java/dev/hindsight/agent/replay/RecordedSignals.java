package dev.hindsight.agent.replay;

import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.RunHooks;
import dev.hindsight.runtime.ThreadHooks;
import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.Event;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

/**
 * Delivers the signals that the recorded program got, when it is their turn.
 *
 * <p>The virtual machine runs the handler of a signal on a thread of its own, which is recorded like any other. Such a thread
 * is started here as the virtual machine would, when all events before its first have passed.
 */
final class RecordedSignals implements Runnable {
    private static final long INTERVAL_NANOS = 1_000_000;

    /** @param inTurn whether threads took turns when it came */
    private record Delivery(String signal, int thread, long order, boolean inTurn) {
        static Delivery of(Recording recording, int thread, String signal) throws IOException {
            try (EventReader events = recording.openEvents(thread)) {
                Event first = events.next();
                return first == null
                        ? new Delivery(signal, thread, Long.MAX_VALUE, false)
                        : new Delivery(
                                signal, thread, first.order(), first.row().id() == Hooks.Rows.threadBegun);
            }
        }
    }

    private final Replayer replayer;
    private final Queue<Delivery> deliveries = new ArrayDeque<>();
    private final Set<Integer> handlers = new HashSet<>();
    private Thread deliverer;
    private int handler;

    RecordedSignals(Replayer replayer, Recording recording) throws IOException {
        this.replayer = replayer;
        for (int thread : recording.threads()) {
            String name = recording.threadName(thread);
            if (RunHooks.isHandler(name)) {
                deliveries.add(Delivery.of(recording, thread, RunHooks.signalOf(name)));
                handlers.add(thread);
            }
        }
    }

    boolean isEmpty() {
        return deliveries.isEmpty();
    }

    /** Whether the thread of this number handled a signal: the number does not tell when the program started it. */
    boolean isHandler(int thread) {
        return handlers.contains(thread);
    }

    /** The number of the thread that handles the signal being delivered. */
    int handler() {
        return handler;
    }

    /** Whether it is we who deliver a signal on the current thread. */
    boolean isDelivering() {
        return Thread.currentThread() == deliverer;
    }

    @Override
    public void run() {
        deliverer = Thread.currentThread();
        deliverer.setName(RunHooks.SIGNAL_DISPATCHER);
        while (!deliveries.isEmpty()) {
            Delivery next = deliveries.peek();
            if (replayer.isTurnOf(next.order) && (!next.inTurn || ThreadHooks.isArmed())) {
                deliveries.remove();
                handler = next.thread;
                Signals.deliver(next.signal);
            } else {
                Vm.park(INTERVAL_NANOS);
            }
        }
    }
}
