/** Monitors of objects whose hash was asked for before, while and after they were locked. */
public class HashedMonitors {
    private static long trace;

    public static void main(String[] args) throws InterruptedException {
        Object[] locks = new Object[6];
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new Object();
            if (i % 2 == 0) {
                trace += locks[i].hashCode();
            }
        }
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 120; k++) {
                    Object lock = locks[(k + number) % locks.length];
                    synchronized (lock) {
                        trace = trace * 31 + (k > 60 ? lock.hashCode() : number);
                        Thread.yield();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(trace);
    }
}
