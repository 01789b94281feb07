package dev.hindsight.bench.baseline;

import java.lang.ref.WeakReference;

/** What is known about an object that takes no fields: an array, or anything used as a monitor or a thread. */
public final class Shadow extends WeakReference<Object> {
    static final int MONITOR = -1;
    static final int NOTIFY = -2;
    static final int START = -3;
    static final int END = -4;

    /** Names the object in the log; used by generated code. */
    public final long id;
    /** The last write to each element; of no length for what is no array. Used by generated code. */
    public final long[] words;
    /** The last release; guarded by the monitor itself, as is the next. */
    long monitor;

    long notified;
    /** Written before the thread starts. */
    long started;

    final int hash;
    Shadow next;

    Shadow(Object object, int hash, long id, int length, Shadow next) {
        super(object, Shadows.DEAD);
        this.hash = hash;
        this.id = id;
        this.words = new long[length];
        this.next = next;
    }
}
