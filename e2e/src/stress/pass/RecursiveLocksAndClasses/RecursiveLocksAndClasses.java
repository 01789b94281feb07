/** Synchronized on class objects, strings, arrays and boxes. */
public class RecursiveLocksAndClasses {
    private static final Object[] LOCKS = {
        String.class, "a constant", new int[3], Integer[].class, RecursiveLocksAndClasses.class, Thread.currentThread()
    };
    private static long hash;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 60; k++) {
                    synchronized (LOCKS[k % LOCKS.length]) {
                        hash = hash * 31 + number;
                        for (int n = 0; n < 1_000; n++) {
                            hash += n & number;
                        }
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(hash);
    }
}
