/** Who runs after a yield. */
public class YieldOrder {
    private static final StringBuilder ORDER = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 60; k++) {
                    ORDER.append((char) ('a' + number));
                    if (k % (number + 1) == 0) {
                        Thread.yield();
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
