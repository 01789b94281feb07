import java.util.concurrent.locks.LockSupport;

/** Threads in a circle, each of which wakes the next and parks. */
public class ParkChain {
    private static final Thread[] THREADS = new Thread[5];
    private static final StringBuilder ORDER = new StringBuilder();
    private static volatile int turn;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < THREADS.length; i++) {
            int number = i;
            THREADS[i] = new Thread(() -> run(number));
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
        int woken = 0;
        for (int i = 0; i < 20; i++) {
            while (turn % THREADS.length != number) {
                LockSupport.park();
                woken++;
            }
            ORDER.append(number);
            turn++;
            LockSupport.unpark(THREADS[turn % THREADS.length]);
            LockSupport.unpark(THREADS[(turn + 2) % THREADS.length]);
        }
        ORDER.append('(').append(woken).append(')');
    }
}
