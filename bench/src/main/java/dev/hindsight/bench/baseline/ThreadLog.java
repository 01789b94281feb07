package dev.hindsight.bench.baseline;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a recorder keeps for one thread; instrumented code tells it about synchronisation. */
public abstract class ThreadLog {
    private static final int CACHE = 256;
    private static final int ID_BLOCK = 1 << 12;
    /** Identifiers below are for locations without an object. */
    private static final AtomicLong IDS = new AtomicLong(ID_BLOCK);

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final ThreadLocal<ThreadLog> CURRENT = new ThreadLocal<>();
    /** Of threads that have not been joined yet. */
    private static final ConcurrentHashMap<Thread, ThreadLog> OPEN = new ConcurrentHashMap<>();

    /** From 1 on. */
    final int number = NUMBERS.incrementAndGet();

    private final Shadow[] cache = new Shadow[CACHE];
    private long nextId;

    /** Of the running thread; its class is the one the recorder uses. */
    static ThreadLog current() {
        ThreadLog log = CURRENT.get();
        return log != null ? log : open();
    }

    private static ThreadLog open() {
        ThreadLog log = Recorder.get().newLog();
        CURRENT.set(log);
        OPEN.put(Thread.currentThread(), log);
        log.begins(Thread.currentThread());
        return log;
    }

    /**
     * Ends the logs of threads that do nothing any more. One that still computes loses the chunk it has not written,
     * as all do when the JVM is killed.
     */
    static void closeAll() {
        OPEN.forEach((thread, log) -> {
            if (thread.getState() != Thread.State.RUNNABLE || thread == Thread.currentThread()) {
                log.close();
            }
        });
    }

    /** Used by generated code, in each constructor of a program's class that extends one of the JDK. */
    public final long objectId() {
        if (nextId % ID_BLOCK == 0) {
            nextId = IDS.getAndAdd(ID_BLOCK);
        }
        return nextId++;
    }

    /** Used by generated code. */
    public final Shadow shadow(Object object) {
        int hash = System.identityHashCode(object);
        Shadow shadow = cache[hash & CACHE - 1];
        return shadow != null && shadow.refersTo(object) ? shadow : find(object, hash);
    }

    private Shadow find(Object object, int hash) {
        if (object == null) {
            throw new NullPointerException();
        }
        Shadow shadow = Shadows.of(object, hash, this);
        cache[hash & CACHE - 1] = shadow;
        return shadow;
    }

    final void joined(Thread thread) {
        ThreadLog ended = OPEN.remove(thread);
        if (ended != null) {
            joined(thread, ended);
        }
    }

    /** After the monitor was entered. */
    public abstract void acquired(Object monitor);

    /** Before the monitor is left. */
    public abstract void releasing(Object monitor);

    /** The monitor is held. */
    abstract void notifies(Object monitor);

    /** The monitor is held again. */
    abstract void notified(Object monitor);

    abstract void starts(Thread thread);

    abstract void begins(Thread self);

    /** The thread has ended, and nobody else was told yet. */
    abstract void joined(Thread thread, ThreadLog ended);

    abstract void close();
}
