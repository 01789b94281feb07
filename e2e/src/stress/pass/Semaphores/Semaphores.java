import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Permits: fair and unfair, several at once, tried and interrupted. */
public class Semaphores {
    private static final Semaphore FAIR = new Semaphore(3, true);
    private static final Semaphore UNFAIR = new Semaphore(1);
    private static final StringBuilder ORDER = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        Thread.sleep(3);
        threads[3].interrupt();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER + " " + FAIR + " " + UNFAIR.drainPermits());
    }

    private static void work(int number) {
        for (int i = 0; i < 10; i++) {
            int permits = 1 + (number + i) % 3;
            FAIR.acquireUninterruptibly(permits);
            ORDER.append(number);
            try {
                if (UNFAIR.tryAcquire(number, TimeUnit.MILLISECONDS)) {
                    ORDER.append('+');
                    Thread.yield();
                    UNFAIR.release();
                }
            } catch (InterruptedException e) {
                ORDER.append('!');
            }
            Thread.yield();
            FAIR.release(permits);
        }
    }
}
