/** Exceptions that nobody handles are printed by the threads they end. */
public class UncaughtPrinted {
    private static int depth;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> fall(number), "falling " + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("main goes on");
    }

    private static void fall(int left) {
        depth++;
        for (int i = 0; i < 9_000; i++) {
            depth += i % 2 == 0 ? 1 : -1;
        }
        Thread.yield();
        if (left > 0) {
            fall(left - 1);
        }
        throw new IllegalArgumentException("depth " + depth);
    }
}
