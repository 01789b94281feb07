/** Three threads count in one variable without a lock, and lose count. */
public class LostUpdates {
    private static int counter;
    private static volatile int visible;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> count(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(counter + " " + visible);
    }

    private static void count(int number) {
        for (int i = 0; i < 300_000; i++) {
            int seen = counter;
            if (i % 1000 == number) {
                Thread.yield();
            }
            counter = seen + 1;
            visible++;
        }
    }
}
