// exit 7
// same-as-plain
// warns
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that wait for each other, in monitors and in locks, and a program that finds out by itself. */
public class FoundDeadlock {
    public static void main(String[] args) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        System.out.println(threads.findDeadlockedThreads() == null);
        Object one = new Object();
        Object two = new Object();
        CyclicBarrier both = new CyclicBarrier(2);
        CyclicBarrier others = new CyclicBarrier(2);
        start("first", () -> inside(both, one, two));
        start("second", () -> inside(both, two, one));
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        start("third", () -> holding(others, left, right));
        start("fourth", () -> holding(others, right, left));
        Thread bystander = start("bystander", () -> {
            synchronized (one) {
                System.out.println("never");
            }
        });
        Thread.sleep(50);
        for (int i = 0; i < 100 && count(threads.findDeadlockedThreads()) < 4; i++) {
            Thread.sleep(20);
        }
        show(threads, threads.findMonitorDeadlockedThreads());
        show(threads, threads.findDeadlockedThreads());
        System.out.println(bystander.getState());
        System.exit(7);
    }

    private static int count(long[] threads) {
        return threads == null ? 0 : threads.length;
    }

    private interface Task {
        void run() throws Exception;
    }

    private static Thread start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void inside(CyclicBarrier both, Object one, Object two) throws Exception {
        synchronized (one) {
            both.await();
            synchronized (two) {
                System.out.println("never");
            }
        }
    }

    private static void holding(CyclicBarrier both, ReentrantLock one, ReentrantLock two) throws Exception {
        one.lock();
        both.await();
        two.lock();
        System.out.println("never");
    }

    private static void show(ThreadMXBean threads, long[] found) {
        java.util.TreeSet<String> names = new java.util.TreeSet<>();
        for (long id : found) {
            names.add(threads.getThreadInfo(id).getThreadName());
        }
        System.out.println(names);
    }
}
