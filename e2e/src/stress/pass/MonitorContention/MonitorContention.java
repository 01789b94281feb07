/** Four threads append to one text inside a monitor, and are made to wait inside it. */
public class MonitorContention {
    private static final Object LOCK = new Object();
    private static final StringBuilder ORDER = new StringBuilder();
    private static int total;

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
        System.out.println(ORDER + " " + total);
    }

    private static void work(int number) {
        for (int i = 0; i < 12; i++) {
            synchronized (LOCK) {
                ORDER.append(number);
                for (int k = 0; k < 7_000; k++) {
                    total += k % 3;
                }
            }
        }
    }
}
