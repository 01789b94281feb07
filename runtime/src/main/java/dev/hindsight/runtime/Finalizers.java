package dev.hindsight.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayDeque;

/**
 * Has finalizers run in a thread of the program.
 *
 * <p>The JDK's thread for finalizers is there before the program and not recorded. When the program makes its first object with
 * a finalizer, a second one of its kind is started, as if the program had done it: it takes turns and has a log. What the JDK's
 * own thread takes from the collector it hands over to that one, and it is not shown to the program any more.
 */
final class Finalizers {
    private static final Class<?> FINALIZER = References.find("java.lang.ref.Finalizer");
    private static final Object QUEUE = Vm.getStatic(FINALIZER, "queue");
    private static final String THREAD = "Finalizer";
    private static final int PRIORITY = Thread.MAX_PRIORITY - 2;

    private static final ArrayDeque<Reference<?>> HANDED_OVER = new ArrayDeque<>();

    private static boolean started;

    private Finalizers() {}

    static boolean isFinalizer(Class<?> type) {
        return type == FINALIZER;
    }

    /** Whether this is the queue through which the collector hands over what is to be finalized. */
    static boolean isQueue(ReferenceQueue<?> queue) {
        return queue == QUEUE;
    }

    /** Where the second thread belongs, if it is missing now that an object with a finalizer has been made; else null. */
    static synchronized ThreadGroup wanted() {
        EventSink sink = Hooks.supervisor == null || started ? null : Hooks.current();
        if (sink == null || sink.muted != 0) {
            return null;
        }
        started = true;
        sink.mute();
        try {
            OwnThreads.hideAll(THREAD);
        } finally {
            sink.unmute();
        }
        return OwnThreads.root();
    }

    static void start(Thread thread) {
        thread.setPriority(PRIORITY);
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether a finalizer has been left to the program's own thread. */
    static boolean handsOver(Reference<?> finalizer) {
        if (Hooks.current() != null || !References.isNumbered(finalizer)) {
            return false;
        }
        synchronized (HANDED_OVER) {
            HANDED_OVER.add(finalizer);
            HANDED_OVER.notifyAll();
        }
        return true;
    }

    /** The next one; null if there is none. */
    static Reference<?> poll() {
        synchronized (HANDED_OVER) {
            return HANDED_OVER.poll();
        }
    }

    /** The next one, which is waited for. */
    static Reference<?> take() throws InterruptedException {
        synchronized (HANDED_OVER) {
            while (HANDED_OVER.isEmpty()) {
                HANDED_OVER.wait();
            }
            return HANDED_OVER.poll();
        }
    }
}
