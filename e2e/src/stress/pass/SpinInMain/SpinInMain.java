import java.util.concurrent.atomic.AtomicInteger;

/** The method that starts the first thread spins afterwards, in three ways. */
public class SpinInMain {
    static volatile int phase;

    static final class Shared {
        int seen;
        volatile boolean ready;
    }

    public static void main(String[] args) throws InterruptedException {
        Shared shared = new Shared();
        AtomicInteger count = new AtomicInteger();
        Thread other = new Thread(() -> work(shared, count));
        other.start();
        long own = 0;
        while (phase == 0) {
            own++;
        }
        long foreign = 0;
        while (!shared.ready) {
            foreign++;
        }
        long atomic = 0;
        while (count.get() < 1000) {
            atomic++;
        }
        other.join();
        System.out.println(own + " " + foreign + " " + atomic + " " + shared.seen);
    }

    private static void work(Shared shared, AtomicInteger count) {
        phase = 1;
        for (int i = 0; i < 50_000; i++) {
            shared.seen += phase;
        }
        shared.ready = true;
        for (int i = 0; i < 50_000; i++) {
            count.incrementAndGet();
        }
    }
}
