package dev.hindsight.runtime;

import jdk.internal.misc.Unsafe;

/**
 * Who is inside the monitor of an object. The lowest bits of the object's header say whether somebody may be; once threads
 * have waited for it, the header points to a structure of the virtual machine, one word of which names the owner.
 */
public final class Monitors {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final int FREE = 1;
    private static final int INFLATED = 2;
    /** In the header of an object that is to belong to the first thread that enters its monitor; up to JDK 17. */
    private static final int BIAS = 5;

    private static final int FIRST = 16;
    /** As far as the owner may be; what lies behind the structure need not be there. */
    private static final int SIZE = 136;

    private static final int ATTEMPTS = 20;
    /** Of a program's addresses: 47 on x86-64, up to 52 on aarch64. */
    private static final int ADDRESS_BITS = 52;

    /** What stands for the owner while the virtual machine takes the structure back; releases disagree. */
    private static final long TAKEN_BACK = -1;

    private static final long TAKEN_BACK_LATER = 2;

    /** Of an object to try with, so that its header is known. */
    private static final int HASH = 0x51EE9A6D;

    private static int ownerOffset = -1;

    private Monitors() {}

    /** Finds where the virtual machine keeps the owner of a monitor; null if all is well, else what is missing. */
    public static String calibrate() {
        if (UNSAFE.objectFieldOffset(Integer.class, "value") < 12) {
            return "compact object headers do not tell who is inside a monitor";
        }
        if ((UNSAFE.getLong(new Object(), 0L) & BIAS) == BIAS) {
            return "biased locking does not tell who is inside a monitor";
        }
        int last = -1;
        for (int attempt = 0; ownerOffset < 0 && attempt < ATTEMPTS; attempt++) {
            int found = findOwner(new Object());
            if (found >= 0 && found == last) {
                ownerOffset = found;
            }
            last = found;
        }
        return ownerOffset < 0 ? "the owner of a monitor was not found" : null;
    }

    /** Where the owner may be: there is the thread while it is inside, and nothing when it has left. */
    private static int findOwner(Object monitor) {
        long thread = Vm.nativeThread();
        long id = Vm.threadId(Thread.currentThread());
        long[] inside;
        long mark;
        Vm.giveHash(monitor, HASH);
        synchronized (monitor) {
            try {
                // Waiting makes a structure of its own for the object.
                monitor.wait(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            mark = UNSAFE.getLong(monitor, 0L);
            if (!isPointer(mark) || Vm.hashIn(mark) == HASH) {
                // Some virtual machines keep the structures in a table, and the object its header.
                return -1;
            }
            inside = words(mark);
        }
        long[] outside = words(mark);
        if (UNSAFE.getLong(monitor, 0L) != mark) {
            return -1;
        }
        for (int i = 0; i < inside.length; i++) {
            if ((inside[i] == thread || inside[i] == id) && outside[i] == 0) {
                return FIRST + 8 * i;
            }
        }
        return -1;
    }

    private static boolean isPointer(long mark) {
        return (mark & 3) == INFLATED && mark >>> ADDRESS_BITS == 0 && mark >>> 16 != 0;
    }

    private static long[] words(long mark) {
        long[] words = new long[(SIZE - FIRST) / 8];
        for (int i = 0; i < words.length; i++) {
            words[i] = UNSAFE.getLong((mark & ~3L) + FIRST + 8L * i);
        }
        return words;
    }

    /** Whether a thread, maybe the current one, is inside the monitor of this object. */
    static boolean isHeld(Object monitor) {
        return owner(monitor) != 0;
    }

    /** Who is inside the monitor of an object: 0 nobody, -1 somebody, else what {@link #isOwner} knows. */
    static long owner(Object monitor) {
        while (true) {
            long mark = UNSAFE.getLongVolatile(monitor, 0L);
            int state = (int) mark & 3;
            if (state != INFLATED) {
                return state == FREE ? 0 : -1;
            }
            long owner = UNSAFE.getLongVolatile(null, (mark & ~3L) + ownerOffset);
            // The structure may have been taken back meanwhile.
            if (UNSAFE.getLongVolatile(monitor, 0L) == mark) {
                return owner == TAKEN_BACK || owner == TAKEN_BACK_LATER ? 0 : owner;
            }
        }
    }

    /** Whether it is the thread of a sink, or the virtual one that was seen last on it. */
    static boolean isOwner(EventSink sink, long owner) {
        Thread carried = sink.waiting.thread();
        return isOwner(sink.thread(), owner) || carried != null && isOwner(carried, owner);
    }

    private static boolean isOwner(Thread thread, long owner) {
        return owner == Vm.nativeThread(thread) || owner == Vm.threadId(thread);
    }
}
