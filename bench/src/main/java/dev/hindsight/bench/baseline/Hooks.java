package dev.hindsight.bench.baseline;

/** What instrumented code calls in place of the JDK where threads wait for each other, and beside accesses. */
public final class Hooks {
    private Hooks() {}

    /** Throws what storing the value would. */
    public static void checkStore(Object[] array, Object value) {
        if (value != null && !array.getClass().getComponentType().isInstance(value)) {
            throw new ArrayStoreException(value.getClass().getName());
        }
    }

    public static void starting(Object object) {
        if (object instanceof Thread thread) {
            ThreadLog.current().starts(thread);
        }
    }

    public static void joined(Object object) {
        if (object instanceof Thread thread && !thread.isAlive()) {
            ThreadLog.current().joined(thread);
        }
    }

    public static void join(Thread thread, long millis) throws InterruptedException {
        thread.join(millis);
        joined(thread);
    }

    public static void await(Object monitor) throws InterruptedException {
        await(monitor, 0, 0);
    }

    public static void await(Object monitor, long millis) throws InterruptedException {
        await(monitor, millis, 0);
    }

    public static void await(Object monitor, long millis, int nanos) throws InterruptedException {
        ThreadLog log = ThreadLog.current();
        // Where the monitor is not held, nothing may be written of it: the call will throw.
        if (!Thread.holdsLock(monitor)) {
            monitor.wait(millis, nanos);
        }
        log.releasing(monitor);
        try {
            monitor.wait(millis, nanos);
        } finally {
            log.acquired(monitor);
            log.notified(monitor);
        }
    }

    public static void notify(Object monitor) {
        ThreadLog.current().notifies(monitor);
        monitor.notify();
    }

    public static void notifyAll(Object monitor) {
        ThreadLog.current().notifies(monitor);
        monitor.notifyAll();
    }

    /** Before a monitor is left by an exception; null is what the exception was about. */
    public static void releasing(Object monitor) {
        ThreadLog.current().releasing(monitor);
    }
}
