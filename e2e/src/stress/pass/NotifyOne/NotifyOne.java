/** Each notify wakes one of five threads. */
public class NotifyOne {
    private static final Object LOCK = new Object();
    private static final StringBuilder ORDER = new StringBuilder();
    private static int waiting;
    private static int permits;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> await(number));
            threads[i].start();
        }
        for (int woken = 0; woken < 25; ) {
            synchronized (LOCK) {
                if (waiting > 0) {
                    permits++;
                    waiting--;
                    LOCK.notify();
                    woken++;
                }
            }
            Thread.yield();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }

    private static void await(int number) {
        for (int i = 0; i < 5; i++) {
            synchronized (LOCK) {
                waiting++;
                try {
                    while (permits == 0) {
                        LOCK.wait();
                    }
                } catch (InterruptedException e) {
                    ORDER.append(e);
                }
                permits--;
                ORDER.append(number);
            }
        }
    }
}
