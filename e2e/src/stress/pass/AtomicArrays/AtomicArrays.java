import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Arrays with atomic elements. */
public class AtomicArrays {
    private static final AtomicIntegerArray INTS = new AtomicIntegerArray(5);
    private static final AtomicLongArray LONGS = new AtomicLongArray(5);
    private static final AtomicReferenceArray<String> NAMES = new AtomicReferenceArray<>(5);

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 15_000; k++) {
                    int seen = INTS.getAndAdd(k % 5, number + 1);
                    LONGS.accumulateAndGet(k % 5, seen, (a, b) -> a * 3 + b);
                    if (seen % 100 == number) {
                        NAMES.set(seen % 5, number + "@" + k);
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(INTS + " " + LONGS + " " + NAMES);
    }
}
