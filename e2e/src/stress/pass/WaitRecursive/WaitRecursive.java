/** A wait inside a monitor that was entered three times, and inside another monitor. */
public class WaitRecursive {
    private static final Object INNER = new Object();
    private static final StringBuilder ORDER = new StringBuilder();
    private static int stage;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            Object outer = new Object();
            threads[i] = new Thread(() -> {
                synchronized (outer) {
                    for (int k = 0; k < 20; k++) {
                        step(number, 3);
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

    private static void step(int number, int depth) {
        synchronized (INNER) {
            if (depth > 0) {
                step(number, depth - 1);
                return;
            }
            try {
                while (stage % 4 != number) {
                    INNER.wait();
                }
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            ORDER.append(number);
            stage++;
            INNER.notifyAll();
        }
    }
}
