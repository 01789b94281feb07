package dev.hindsight.runtime;

import jdk.internal.misc.Unsafe;

/**
 * Keeps Hindsight's threads apart from the program's: they belong to a group that no other group holds, are left out when
 * threads are listed, and take no number that a thread of the program would get.
 *
 * <p>Threads that the program starts are numbered one after the other from where the JVM stood when the program began. All
 * others (ours, the JIT's, which come and go as it likes) get numbers far behind.
 */
public final class OwnThreads {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long FAR = 1L << 40;
    private static final long NEXT = UNSAFE.objectFieldOffset(OwnThreads.class, "next");
    private static final OwnThreads COUNTER = new OwnThreads();
    private static final ThreadGroup GROUP = makeGroup();

    private static volatile Thread[] all = {};

    /** The number of the program's next thread; 0 before the program begins. */
    private volatile long next;

    /** The number of its first one. */
    private static volatile long first = FAR;

    private OwnThreads() {}

    private static ThreadGroup makeGroup() {
        try {
            ThreadGroup group = (ThreadGroup) UNSAFE.allocateInstance(ThreadGroup.class);
            UNSAFE.putReference(group, UNSAFE.objectFieldOffset(ThreadGroup.class, "name"), "hindsight");
            UNSAFE.putInt(group, UNSAFE.objectFieldOffset(ThreadGroup.class, "maxPriority"), Thread.MAX_PRIORITY);
            return group;
        } catch (InstantiationException e) {
            throw new InternalError(e);
        }
    }

    public static synchronized Thread start(String name, Runnable task) {
        Thread thread = new Thread(GROUP, task, name, 0, false);
        thread.setDaemon(true);
        Thread[] more = new Thread[all.length + 1];
        System.arraycopy(all, 0, more, 0, all.length);
        more[all.length] = thread;
        all = more;
        thread.start();
        return thread;
    }

    /** The number that the JVM would give to the next thread; asking uses it up. */
    public static long takeNumber() {
        return Vm.threadId(new Thread(GROUP, null, "hindsight", 0, false));
    }

    /** From now on the program's threads count from here. */
    public static void numberFrom(long number) {
        COUNTER.next = number;
        first = number;
    }

    /** A thread that was made by somebody else becomes one of the program's. */
    static void adopt(Thread thread) {
        if (Vm.threadId(thread) >= FAR) {
            Vm.setThreadId(thread, Vm.getAndIncrement(COUNTER, NEXT));
        }
    }

    /** Whether a thread of this number is one that the program made. */
    static boolean isPrograms(long number) {
        return number >= first && number < FAR;
    }

    /** The number of a new thread for which the JVM has chosen one. */
    static long number(long chosen, boolean programs) {
        if (COUNTER.next == 0) {
            return chosen;
        }
        return programs ? Vm.getAndIncrement(COUNTER, NEXT) : FAR + chosen;
    }

    /** A list of threads without ours. */
    static Thread[] without(Thread[] threads) {
        int count = 0;
        Thread[] others = new Thread[threads.length];
        for (Thread thread : threads) {
            if (!isOwn(thread)) {
                others[count++] = thread;
            }
        }
        Thread[] kept = new Thread[count];
        System.arraycopy(others, 0, kept, 0, count);
        return kept;
    }

    static boolean isOwn(Thread thread) {
        for (Thread own : all) {
            if (own == thread) {
                return true;
            }
        }
        return false;
    }
}
