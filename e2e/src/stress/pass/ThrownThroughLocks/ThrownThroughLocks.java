/** Exceptions leave synchronized blocks and methods, whose monitors are free afterwards. */
public class ThrownThroughLocks {
    private static final Object LOCK = new Object();
    private static int entered;
    private static int failed;

    private synchronized int fail(int number) {
        synchronized (LOCK) {
            entered++;
            for (int i = 0; i < 200; i++) {
                entered += i % 2 == 0 ? 1 : -1;
            }
            if (entered % 3 == number) {
                throw new IllegalStateException("at " + entered);
            }
            return entered;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ThrownThroughLocks shared = new ThrownThroughLocks();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                long hash = 0;
                for (int k = 0; k < 500; k++) {
                    try {
                        hash = hash * 31 + shared.fail(number);
                    } catch (IllegalStateException e) {
                        failed++;
                        hash = hash * 17 + e.getMessage().length();
                    }
                }
                System.out.println(number + " " + hash + " " + Thread.holdsLock(shared) + Thread.holdsLock(LOCK));
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(entered + " " + failed);
    }
}
