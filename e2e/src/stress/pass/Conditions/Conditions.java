import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A bounded buffer with two conditions. */
public class Conditions {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition SPACE = LOCK.newCondition();
    private static final Condition CONTENT = LOCK.newCondition();
    private static final int[] BUFFER = new int[3];
    private static int size;
    private static long hash;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 50; k++) {
                    if (number % 2 == 0) {
                        put(number * 1000 + k);
                    } else {
                        hash = hash * 31 + take() + number;
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(hash + " " + size);
    }

    private static void put(int value) {
        LOCK.lock();
        try {
            while (size == BUFFER.length) {
                SPACE.awaitUninterruptibly();
            }
            BUFFER[size++] = value;
            CONTENT.signal();
        } finally {
            LOCK.unlock();
        }
    }

    private static int take() {
        LOCK.lock();
        try {
            while (size == 0) {
                CONTENT.awaitUninterruptibly();
            }
            SPACE.signalAll();
            return BUFFER[--size];
        } finally {
            LOCK.unlock();
        }
    }
}
