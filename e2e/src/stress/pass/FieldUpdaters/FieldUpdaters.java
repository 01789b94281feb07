import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Updaters of volatile fields. */
public class FieldUpdaters {
    private static final AtomicIntegerFieldUpdater<FieldUpdaters> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdaters.class, "count");
    private static final AtomicLongFieldUpdater<FieldUpdaters> HASH =
            AtomicLongFieldUpdater.newUpdater(FieldUpdaters.class, "hash");
    private static final AtomicReferenceFieldUpdater<FieldUpdaters, String> LAST =
            AtomicReferenceFieldUpdater.newUpdater(FieldUpdaters.class, String.class, "last");
    volatile int count;
    volatile long hash;
    volatile String last = "";

    public static void main(String[] args) throws InterruptedException {
        FieldUpdaters shared = new FieldUpdaters();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 10_000; k++) {
                    COUNT.incrementAndGet(shared);
                    HASH.updateAndGet(shared, value -> value * 31 + number);
                    if (k % 1_000 == 0) {
                        LAST.accumulateAndGet(shared, number + "", (a, b) -> a + b);
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared.count + " " + shared.hash + " " + shared.last);
    }
}
