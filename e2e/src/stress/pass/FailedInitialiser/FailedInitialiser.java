import java.util.concurrent.atomic.AtomicInteger;

/** Before the first thread starts, the initialiser of a class has failed: it stays as it is, and the others take turns. */
public class FailedInitialiser {
    private static int shared;

    private static final class Broken {
        static final AtomicInteger VALUE = new AtomicInteger(Integer.parseInt("no number"));

        static synchronized int value() {
            return VALUE.get();
        }
    }

    private static final class Whole {
        private int count;

        synchronized int next() {
            return ++count;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        use();
        Whole whole = new Whole();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 20_000; n++) {
                    shared = shared + whole.next() % 3;
                }
                use();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared + " " + whole.next());
    }

    private static void use() {
        try {
            System.out.println(Broken.value());
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            System.out.println(e.getClass().getSimpleName());
        }
    }
}
