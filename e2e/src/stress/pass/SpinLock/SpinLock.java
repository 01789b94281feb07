import java.util.concurrent.atomic.AtomicBoolean;

/** A lock that is only spun for, with and without a hint. */
public class SpinLock {
    private static final AtomicBoolean TAKEN = new AtomicBoolean();
    private static int count;
    private static long spins;
    private static long hash;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 1_500; k++) {
                    locked(number);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(count + " " + spins + " " + hash);
    }

    private static void locked(int number) {
        while (!TAKEN.compareAndSet(false, true)) {
            spins++;
            if (number % 2 == 0) {
                Thread.onSpinWait();
            }
        }
        int seen = count;
        for (int i = 0; i < 40; i++) {
            hash = hash * 3 + number;
        }
        count = seen + 1;
        TAKEN.set(false);
    }
}
