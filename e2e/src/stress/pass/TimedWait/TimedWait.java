/** Waits that end by time or by notification, whichever comes first. */
public class TimedWait {
    private static final Object LOCK = new Object();
    private static int rounds;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> await(number));
            threads[i].start();
        }
        for (int i = 0; i < 10; i++) {
            Thread.sleep(i % 3);
            synchronized (LOCK) {
                rounds++;
                LOCK.notify();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void await(int number) {
        StringBuilder text = new StringBuilder("thread " + number + ":");
        for (int i = 0; i < 6; i++) {
            long before = System.nanoTime();
            synchronized (LOCK) {
                try {
                    LOCK.wait(1 + number, 500_000 * (i % 2));
                } catch (InterruptedException e) {
                    text.append(e);
                }
                text.append(' ').append(rounds).append('/').append(System.nanoTime() - before);
            }
        }
        System.out.println(text);
    }
}
