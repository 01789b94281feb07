import java.util.concurrent.locks.ReentrantLock;

/** An unfair lock, entered twice, and what can be asked of it. */
public class LocksUnfair {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final StringBuilder ORDER = new StringBuilder();
    private static int queued;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 25; k++) {
                    step(number);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER + " " + queued + " " + LOCK.isLocked());
    }

    private static void step(int number) {
        LOCK.lock();
        try {
            LOCK.lock();
            try {
                ORDER.append(number);
                queued = queued * 3 + LOCK.getQueueLength() + LOCK.getHoldCount();
                for (int i = 0; i < 3_000; i++) {
                    queued += i & 1;
                }
            } finally {
                LOCK.unlock();
            }
        } finally {
            LOCK.unlock();
        }
    }
}
