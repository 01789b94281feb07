/** Threads that take turns while finalizers, which take none, run code of the program and of the JDK. */
public class FinalizersBeside {
    private static volatile long finalized;
    private static int count;

    @SuppressWarnings({"deprecation", "removal"})
    private static final class Garbage {
        private final int size;

        Garbage(int size) {
            this.size = size;
        }

        @Override
        protected void finalize() {
            StringBuffer text = new StringBuffer();
            for (int i = 0; i < size; i++) {
                text.append(i);
            }
            text.reverse();
            finalized += text.length();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(FinalizersBeside::work);
            threads[i].start();
        }
        for (int i = 0; i < 20; i++) {
            for (int k = 0; k < 50; k++) {
                new Garbage(1000);
            }
            System.gc();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(count);
    }

    private static void work() {
        for (int i = 0; i < 2_000_000; i++) {
            int seen = count;
            count = next(seen);
        }
    }

    private static int next(int value) {
        return value + 1;
    }
}
