package dev.hindsight.bench.baseline;

import java.util.ArrayList;
import java.util.List;

/**
 * LEAP: each location has a vector of the threads that used it, in the order in which they did.
 *
 * <p>A location is a field of a class, whatever the object, as published; all arrays of one type of element are one
 * location, and all monitors whose objects are of one class. An entry is the number of a thread, one byte mostly; LEAP
 * counts eight.
 */
public final class LeapLog extends ThreadLog {
    private static final int CHUNK = 1 << 16;
    private static final int LONGEST_NUMBER = 5;
    private static final List<Vector> VECTORS = new ArrayList<>();
    private static final ClassValue<Vector> MONITORS = new ClassValue<>() {
        @Override
        protected Vector computeValue(Class<?> type) {
            return newVector();
        }
    };

    private final LogFile file;

    LeapLog(LogFile file) {
        this.file = file;
    }

    /** Used by generated code. */
    public static LeapLog log() {
        return (LeapLog) ThreadLog.current();
    }

    /** One location's accesses, and the lock around each. */
    private static final class Vector {
        final int location;
        final SpinLock lock = new SpinLock();
        final VarBuffer entries = new VarBuffer(CHUNK);
        long count;

        Vector(int location) {
            this.location = location;
        }
    }

    private static Vector newVector() {
        synchronized (VECTORS) {
            Vector vector = new Vector(VECTORS.size());
            VECTORS.add(vector);
            return vector;
        }
    }

    /** Vectors by the numbers that instrumented code knows; grown under the lock of the list. */
    private static volatile Vector[] bySlot = new Vector[1 << 10];

    private static Vector vector(int slot) {
        Vector[] vectors = bySlot;
        return slot < vectors.length && vectors[slot] != null ? vectors[slot] : create(slot);
    }

    private static Vector create(int slot) {
        synchronized (VECTORS) {
            Vector[] vectors = bySlot.clone();
            if (slot >= vectors.length) {
                vectors = java.util.Arrays.copyOf(vectors, 2 * slot);
            }
            if (vectors[slot] == null) {
                vectors[slot] = newVector();
            }
            bySlot = vectors;
            return vectors[slot];
        }
    }

    /** Locks the location and notes the access, which follows; used by generated code. */
    public void enter(int slot) {
        enter(vector(slot));
    }

    /** Used by generated code, after the access. */
    public void leave(int slot) {
        vector(slot).lock.unlock();
    }

    private void enter(Vector vector) {
        vector.lock.lock();
        vector.count++;
        vector.entries.put(number);
        if (vector.entries.length() > CHUNK - LONGEST_NUMBER) {
            file.append(vector.location, vector.count, vector.entries);
        }
    }

    private void note(Class<?> type) {
        Vector vector = MONITORS.get(type);
        enter(vector);
        vector.lock.unlock();
    }

    @Override
    public void acquired(Object monitor) {
        note(monitor.getClass());
    }

    @Override
    public void releasing(Object monitor) {
        note(monitor.getClass());
    }

    @Override
    void notifies(Object monitor) {
        note(monitor.getClass());
    }

    @Override
    void notified(Object monitor) {
        note(monitor.getClass());
    }

    @Override
    void starts(Thread thread) {
        note(thread.getClass());
    }

    @Override
    void begins(Thread self) {
        note(self.getClass());
    }

    @Override
    void joined(Thread thread, ThreadLog ended) {
        note(thread.getClass());
    }

    /** The vectors are shared: whoever closes first writes them all, and again what comes later. */
    @Override
    void close() {
        synchronized (VECTORS) {
            for (Vector vector : VECTORS) {
                vector.lock.lock();
                if (vector.entries.length() > 0) {
                    file.append(vector.location, vector.count, vector.entries);
                }
                vector.lock.unlock();
            }
        }
    }
}
