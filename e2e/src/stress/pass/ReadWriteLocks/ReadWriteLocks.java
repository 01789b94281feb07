import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Readers and writers, and a writer that becomes a reader. */
public class ReadWriteLocks {
    private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    private static int value;
    private static int torn;
    private static int copy;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                long trace = 0;
                for (int k = 0; k < 40; k++) {
                    trace = trace * 31 + (number < 2 ? write(number) : read());
                }
                System.out.println(number + " " + trace);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(value + " " + torn);
    }

    private static int read() {
        LOCK.readLock().lock();
        try {
            int seen = value;
            Thread.yield();
            torn += seen == copy ? 0 : 1;
            return seen + LOCK.getReadLockCount();
        } finally {
            LOCK.readLock().unlock();
        }
    }

    private static int write(int number) {
        LOCK.writeLock().lock();
        value += number + 1;
        Thread.yield();
        copy = value;
        LOCK.readLock().lock();
        LOCK.writeLock().unlock();
        Thread.yield();
        int seen = value;
        LOCK.readLock().unlock();
        return seen;
    }
}
