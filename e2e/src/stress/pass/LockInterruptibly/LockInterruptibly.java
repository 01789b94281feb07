import java.util.concurrent.locks.ReentrantLock;

/** Threads give up waiting for a lock when they are interrupted. */
public class LockInterruptibly {
    private static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        for (int round = 0; round < 5; round++) {
            Thread[] threads = new Thread[3];
            LOCK.lock();
            for (int i = 0; i < threads.length; i++) {
                int number = i;
                threads[i] = new Thread(() -> lock(number));
                threads[i].start();
            }
            while (LOCK.getQueueLength() < 3) {
                Thread.yield();
            }
            threads[round % 3].interrupt();
            Thread.sleep(round % 2);
            LOCK.unlock();
            threads[(round + 1) % 3].interrupt();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void lock(int number) {
        try {
            LOCK.lockInterruptibly();
            System.out.println(number + " got it, " + LOCK.hasQueuedThreads());
            LOCK.unlock();
        } catch (InterruptedException e) {
            System.out.println(number + " gave up, " + LOCK.isLocked());
        }
    }
}
