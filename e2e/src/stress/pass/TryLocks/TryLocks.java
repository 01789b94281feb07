import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Locks that are tried, for no time and for a little. */
public class TryLocks {
    private static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void work(int number) {
        StringBuilder text = new StringBuilder(number + ": ");
        for (int i = 0; i < 12; i++) {
            try {
                boolean got = i % 2 == 0 ? LOCK.tryLock() : LOCK.tryLock(number, TimeUnit.MILLISECONDS);
                text.append(got ? '+' : '-');
                if (got) {
                    Thread.sleep(1);
                    LOCK.unlock();
                }
                Thread.yield();
            } catch (InterruptedException e) {
                text.append(e);
            }
        }
        System.out.println(text);
    }
}
