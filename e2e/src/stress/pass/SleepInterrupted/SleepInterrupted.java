/** Sleeps of several lengths that are slept through or cut short. */
public class SleepInterrupted {
    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> sleep(number));
            threads[i].start();
        }
        for (int i = 0; i < 6; i++) {
            Thread.sleep(2);
            threads[i % 4].interrupt();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void sleep(int number) {
        for (int i = 0; i < 4; i++) {
            long from = System.nanoTime();
            try {
                Thread.sleep(number * i, 300_000);
                System.out.println(number + "." + i + " slept " + (System.nanoTime() - from));
            } catch (InterruptedException e) {
                System.out.println(number + "." + i + " " + e.getMessage() + " " + (System.nanoTime() - from));
            }
        }
    }
}
