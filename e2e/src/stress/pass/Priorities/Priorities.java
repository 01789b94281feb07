/** Threads of all priorities count until one is done. */
public class Priorities {
    private static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[Thread.MAX_PRIORITY];
        long[] counts = new long[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                while (!done && counts[number] < 100_000) {
                    counts[number]++;
                }
                done = true;
            });
            threads[i].setPriority(i + 1);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int i = 0; i < threads.length; i++) {
            System.out.println(threads[i].getPriority() + " " + counts[i]);
        }
    }
}
