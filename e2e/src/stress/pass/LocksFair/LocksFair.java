import java.util.concurrent.locks.ReentrantLock;

/** A fair lock goes to whoever asked first. */
public class LocksFair {
    private static final ReentrantLock LOCK = new ReentrantLock(true);
    private static final StringBuilder ORDER = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 30; k++) {
                    LOCK.lock();
                    try {
                        ORDER.append(number);
                        if (k % (number + 2) == 0) {
                            Thread.yield();
                        }
                    } finally {
                        LOCK.unlock();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }
}
