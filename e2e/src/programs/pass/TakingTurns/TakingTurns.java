/** Three threads hand a turn to each other with wait and notifyAll. */
public class TakingTurns {
    private static final Object LOCK = new Object();
    private static final StringBuilder ORDER = new StringBuilder();
    private static int turn;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> take(number), "taker " + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER + " " + System.nanoTime());
    }

    private static void take(int number) {
        try {
            for (int i = 0; i < 50; i++) {
                synchronized (LOCK) {
                    while (turn % 3 != number) {
                        LOCK.wait();
                    }
                    ORDER.append(number);
                    turn++;
                    LOCK.notifyAll();
                }
            }
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }
}
