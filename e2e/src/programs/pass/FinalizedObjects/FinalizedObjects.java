import java.util.ArrayList;
import java.util.List;

/** When finalizers run, in which order, and what they find and leave. */
public class FinalizedObjects {
    private static final List<Saved> SAVED = new ArrayList<>();
    private static int finalized;
    private static long work;

    private static synchronized int finalized() {
        return finalized;
    }

    private static synchronized void count() {
        finalized++;
    }

    private static synchronized void save(Saved saved) {
        SAVED.add(saved);
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static class Named {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        protected void finalize() throws Throwable {
            System.out.println(name + " after " + work + " steps, in " + Thread.currentThread());
            count();
        }
    }

    /** Comes back to life once. */
    @SuppressWarnings({"deprecation", "removal"})
    private static final class Saved {
        private final long since = System.nanoTime();

        @Override
        protected void finalize() {
            save(this);
            count();
        }
    }

    /** What a finalizer throws is nobody's business, but where it was thrown can be seen. */
    @SuppressWarnings({"deprecation", "removal"})
    private static final class Failing {
        @Override
        protected void finalize() {
            IllegalStateException failure = new IllegalStateException("in a finalizer");
            for (StackTraceElement frame : failure.getStackTrace()) {
                System.out.println("  " + frame.getMethodName());
            }
            count();
            throw failure;
        }
    }

    private static void makeGarbage(int round) {
        for (int i = 0; i < 20; i++) {
            new Named("garbage " + round + "." + i);
        }
        new Saved();
        new Failing();
    }

    private static void awaitFinalized(int count) throws InterruptedException {
        while (finalized() < count) {
            System.gc();
            for (int i = 0; i < 1000; i++) {
                work += i % 7;
            }
            Thread.sleep(1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int round = 1; round <= 5; round++) {
            makeGarbage(round);
            awaitFinalized(22 * round);
            System.out.println("round " + round + ": " + work);
        }
        new Named("last");
        System.gc();
        runFinalization();
        awaitFinalized(111);
        for (Saved saved : SAVED) {
            System.out.println("saved " + saved.since);
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("Finalizer")) {
                System.out.println(thread);
            }
        }
        // Nobody will finalize these.
        makeGarbage(6);
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static void runFinalization() {
        System.runFinalization();
    }
}
