package dev.hindsight.runtime;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.internal.misc.InnocuousThread;
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
    private static final String TASKS = "/proc/self/task";
    private static final long NEXT = UNSAFE.objectFieldOffset(OwnThreads.class, "next");
    private static final OwnThreads COUNTER = new OwnThreads();
    private static final ThreadGroup GROUP = makeGroup();

    private static volatile Thread[] all = {};

    /** The number of the program's next thread; 0 before the program begins. */
    private volatile long next;

    /** The number from which on a thread is surely one of the program's. */
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
        hide(thread);
        thread.start();
        return thread;
    }

    /** Leaves the JVM's threads of this name out when threads are listed. */
    static void hideAll(String name) {
        ThreadGroup root = root();
        for (Thread thread : present()) {
            boolean systems = thread.getThreadGroup() == root || thread instanceof InnocuousThread;
            if (systems && thread.getName().equals(name)) {
                hide(thread);
            }
        }
    }

    /** Leaves a thread out when threads are listed. */
    static synchronized void hide(Thread thread) {
        Thread[] more = new Thread[all.length + 1];
        System.arraycopy(all, 0, more, 0, all.length);
        more[all.length] = thread;
        all = more;
    }

    /** The number that the JVM would give to the next thread, were it not for what we made the JIT do; asking uses it up. */
    public static long takeNumber() {
        long number = Vm.threadId(new Thread(GROUP, null, "hindsight", 0, false));
        return Math.max(number - moreCompilers(), largestNumber() + 1);
    }

    /** The JIT has one thread of each kind, and gets more when there is much to compile; they take numbers, too. */
    private static int moreCompilers() {
        String[] tasks = new File(TASKS).list();
        int first = 0;
        int second = 0;
        for (int i = 0; tasks != null && i < tasks.length; i++) {
            String name = nameOf(tasks[i]);
            first += name.startsWith("C1 Compiler") ? 1 : 0;
            second += name.startsWith("C2 Compiler") ? 1 : 0;
        }
        return Math.max(first - 1, 0) + Math.max(second - 1, 0);
    }

    private static String nameOf(String task) {
        byte[] name = new byte[16];
        try (FileInputStream in = new FileInputStream(TASKS + "/" + task + "/comm")) {
            return new String(name, 0, Math.max(in.read(name), 0), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // It has just ended.
            return "";
        }
    }

    private static long largestNumber() {
        long largest = 0;
        for (Thread thread : present()) {
            long number = Vm.threadId(thread);
            largest = number < FAR ? Math.max(largest, number) : largest;
        }
        return largest;
    }

    /** The threads that there are. */
    static Thread[] present() {
        ThreadGroup root = root();
        Thread[] threads = new Thread[root.activeCount() + 16];
        int count = root.enumerate(threads);
        Thread[] present = new Thread[count];
        System.arraycopy(threads, 0, present, 0, count);
        return present;
    }

    /** The group that holds all others. */
    static ThreadGroup root() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return root;
    }

    /** The names of the threads that there are, and their numbers. */
    public static Map<String, Long> numbers() {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (Thread thread : present()) {
            if (Vm.threadId(thread) < FAR) {
                numbers.put(thread.getName(), Vm.threadId(thread));
            }
        }
        return numbers;
    }

    /** Gives the threads that there are the numbers they had in another run; the JIT's threads may have taken some of them. */
    public static void renumber(Map<?, ?> numbers) {
        for (Thread thread : present()) {
            long number = Vm.threadId(thread);
            if (numbers.get(thread.getName()) instanceof Long other) {
                Vm.setThreadId(thread, other);
            } else if (number < FAR) {
                Vm.setThreadId(thread, FAR + number);
            }
        }
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

    /** A list of threads without ours, and without those that have ended but which the JVM has not put away. */
    static Thread[] without(Thread[] threads) {
        int count = 0;
        Thread[] others = new Thread[threads.length];
        for (Thread thread : threads) {
            if (!isOwn(thread) && !ThreadHooks.isEnded(thread)) {
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
