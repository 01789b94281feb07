// jdk: 21+
import java.util.concurrent.locks.LockSupport;

/** Virtual threads in a circle, each of which wakes the next and parks. */
public class VirtualParks {
    private static final Thread[] THREADS = new Thread[4];
    private static final StringBuilder ORDER = new StringBuilder();
    private static volatile int turn;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < THREADS.length; i++) {
            int number = i;
            THREADS[i] = Thread.ofVirtual().unstarted(() -> run(number));
        }
        for (Thread thread : THREADS) {
            thread.start();
        }
        for (Thread thread : THREADS) {
            thread.join();
        }
        System.out.println(ORDER);
    }

    private static void run(int number) {
        for (int i = 0; i < 20; i++) {
            while (turn % THREADS.length != number) {
                LockSupport.parkNanos(50_000_000);
            }
            ORDER.append(number);
            turn++;
            LockSupport.unpark(THREADS[turn % THREADS.length]);
        }
    }
}
