package dev.hindsight.runtime;

import dev.hindsight.runtime.Waiting.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds threads that wait for each other in a circle. The JVM cannot: where threads take turns, one that has to wait for a
 * monitor does so in our hooks. Who is inside a monitor is only known to the thread itself, so threads that wait are asked.
 */
public final class Deadlocks {
    private static final long OWNER = Vm.offsetOf(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread");
    private static final long ANSWER_NANOS = 1_000_000_000;
    private static final int MOST_LINES = 20;

    /** Locks of these classes are given back by their owner or not at all. */
    private static final String[] OWNED = {
        "java.util.concurrent.locks.ReentrantLock$", "java.util.concurrent.locks.ReentrantReadWriteLock$"
    };

    private static final String SYNCHRONIZER = "java.util.concurrent.locks.AbstractQueuedSynchronizer";

    /** What all who wait are asked about; null for nothing. */
    private static volatile Question question;

    private Deadlocks() {}

    private static final class Question {
        private final Object monitor;
        private final EventSink asked;

        Question(Object monitor, EventSink asked) {
            this.monitor = monitor;
            this.asked = asked;
        }
    }

    /** A thread that waits for its turn answers what it is asked. */
    public static void answer(EventSink sink) {
        Question asked = question;
        if (asked != null && asked.asked == sink) {
            sink.waiting.isInside = Thread.holdsLock(asked.monitor);
            question = null;
        }
    }

    /**
     * The threads that wait for each other; null if there are none.
     *
     * @param locks whether those count that wait for locks of {@code java.util.concurrent}
     */
    static synchronized Thread[] find(boolean locks) {
        List<EventSink> circle = circle(blocked(locks));
        Thread[] found = new Thread[circle.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = circle.get(i).thread();
        }
        return found.length == 0 ? null : found;
    }

    private static List<EventSink> circle(List<EventSink> blocked) {
        int[] next = new int[blocked.size()];
        for (int i = 0; i < next.length; i++) {
            next[i] = blocked.indexOf(owner(blocked.get(i), blocked));
        }
        List<EventSink> found = new ArrayList<>();
        for (int i = 0; i < next.length; i++) {
            int at = next[i];
            for (int steps = 0; at >= 0 && at != i && steps < next.length; steps++) {
                at = next[at];
            }
            if (at == i) {
                found.add(blocked.get(i));
            }
        }
        return found;
    }

    /**
     * Whether some threads wait for each other and nothing can end that, whatever others do. An interrupt or a time-out may end
     * the waiting for a lock of {@code java.util.concurrent}, nothing does that for a monitor.
     */
    public static synchronized boolean areForEver() {
        List<EventSink> blocked = new ArrayList<>();
        for (EventSink sink : blocked(true)) {
            if (sink.waiting.reason == Reason.ENTER || isForEver(sink)) {
                blocked.add(sink);
            }
        }
        int[] begun = new int[blocked.size()];
        for (int i = 0; i < begun.length; i++) {
            begun[i] = blocked.get(i).waiting.begun;
        }
        List<EventSink> circle = circle(blocked);
        // Threads that were asked one after the other wait for each other only if none has gone on meanwhile.
        for (EventSink sink : circle) {
            Reason reason = sink.waiting.reason;
            boolean waits = reason == Reason.ENTER || reason == Reason.PERMIT && isForEver(sink);
            if (!waits || sink.waiting.begun != begun[blocked.indexOf(sink)]) {
                return false;
            }
        }
        return !circle.isEmpty();
    }

    private static boolean isForEver(EventSink sink) {
        return sink.waiting.deadline == 0
                && isOwned(lock(sink))
                && !isInterruptible(sink.thread().getStackTrace());
    }

    private static boolean isOwned(Object lock) {
        for (String owned : OWNED) {
            if (lock != null && lock.getClass().getName().startsWith(owned)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a thread asked for a lock in a way that an interrupt ends; what is not known counts as such. */
    private static boolean isInterruptible(StackTraceElement[] stack) {
        boolean acquires = false;
        for (StackTraceElement frame : stack) {
            boolean acquire = frame.getClassName().equals(SYNCHRONIZER)
                    && frame.getMethodName().equals("acquire");
            if (acquires && !acquire) {
                return frame.getMethodName().endsWith("Interruptibly")
                        || frame.getMethodName().endsWith("Nanos");
            }
            acquires = acquire;
        }
        return true;
    }

    /** One line for each thread that waits for another one, if some wait in a circle; else empty. */
    public static synchronized List<String> describe() {
        List<String> lines = new ArrayList<>();
        if (find(true) == null) {
            return lines;
        }
        List<EventSink> blocked = blocked(true);
        for (EventSink sink : blocked) {
            EventSink owner = owner(sink, blocked);
            Object wanted = wanted(sink);
            if (owner != null && wanted != null) {
                lines.add("deadlock: " + wants(sink, wanted) + ", which '"
                        + owner.thread().getName() + "' holds");
            }
        }
        return lines;
    }

    /** One line for each thread if none can ever go on by itself, since all wait for what another one would do; else empty. */
    public static synchronized List<String> standstill() {
        List<String> lines = new ArrayList<>();
        int more = 0;
        for (EventSink sink : Hooks.all()) {
            if (sink == null || sink.finished || sink.waiting.forCollector) {
                continue;
            }
            Waiting waiting = sink.waiting;
            boolean waits = waiting.deadline == 0 && waiting.state != Thread.State.RUNNABLE;
            if (!waits || waiting.reason == Reason.NATIVE || waiting.isOver(null)) {
                return new ArrayList<>();
            }
            if (lines.size() < MOST_LINES) {
                lines.add("no thread can go on: " + describe(sink));
            } else {
                more++;
            }
        }
        if (more > 0) {
            lines.add("no thread can go on: and " + more + " more");
        }
        return lines;
    }

    private static String describe(EventSink sink) {
        Object in = sink.waiting.monitor;
        if (sink.waiting.reason == Reason.NOTIFICATION && in != null) {
            return name(sink) + " waits to be notified in " + in.getClass().getName();
        }
        Object wanted = sink.waiting.reason == Reason.ENTER ? in : LockSupport.getBlocker(sink.thread());
        return wanted == null ? name(sink) + " is parked" : wants(sink, wanted);
    }

    private static String wants(EventSink sink, Object wanted) {
        return name(sink) + " waits for " + wanted.getClass().getName();
    }

    private static String name(EventSink sink) {
        return "'" + sink.thread().getName() + "'";
    }

    private static List<EventSink> blocked(boolean locks) {
        List<EventSink> blocked = new ArrayList<>();
        for (EventSink sink : Hooks.all()) {
            Reason reason = sink == null ? null : sink.waiting.reason;
            if (reason == Reason.ENTER || locks && reason == Reason.PERMIT && lock(sink) != null) {
                blocked.add(sink);
            }
        }
        return blocked;
    }

    private static Object wanted(EventSink sink) {
        return sink.waiting.reason == Reason.ENTER ? sink.waiting.monitor : lock(sink);
    }

    private static Object lock(EventSink sink) {
        return LockSupport.getBlocker(sink.thread()) instanceof AbstractOwnableSynchronizer lock ? lock : null;
    }

    /** Who of those who wait holds what this one wants; null if nobody does. */
    private static EventSink owner(EventSink sink, List<EventSink> blocked) {
        Object wanted = wanted(sink);
        for (EventSink other : blocked) {
            if (other != sink && wanted != null && holds(other, wanted, sink.waiting.reason == Reason.ENTER)) {
                return other;
            }
        }
        return null;
    }

    private static boolean holds(EventSink sink, Object wanted, boolean isMonitor) {
        return isMonitor ? isInside(sink, wanted) : Vm.getReference(wanted, OWNER) == sink.thread();
    }

    private static boolean isInside(EventSink sink, Object monitor) {
        sink.waiting.isInside = false;
        question = new Question(monitor, sink);
        long start = System.nanoTime();
        while (question != null && System.nanoTime() - start < ANSWER_NANOS) {
            Vm.unpark(sink.thread());
            Thread.yield();
        }
        question = null;
        return sink.waiting.isInside;
    }
}
