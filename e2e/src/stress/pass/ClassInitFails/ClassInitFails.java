/** A class whose initialiser throws: one thread sees the cause, the others that it failed. */
public class ClassInitFails {
    private static final class Broken {
        static final int VALUE = compute();

        private static int compute() {
            for (int i = 0; i < 30_000; i++) {
                if (i == 29_999) {
                    throw new IllegalStateException(
                            "no value for " + Thread.currentThread().getName());
                }
            }
            return 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(ClassInitFails::use, "user " + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void use() {
        Thread.yield();
        try {
            System.out.println(Broken.VALUE);
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            System.out.println(
                    Thread.currentThread().getName() + " " + e.getClass().getSimpleName());
        }
    }
}
