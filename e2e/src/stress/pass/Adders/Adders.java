import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Adders and accumulators, read while others add. */
public class Adders {
    private static final LongAdder SUM = new LongAdder();
    private static final DoubleAdder REALS = new DoubleAdder();
    private static final LongAccumulator MOST = new LongAccumulator(Math::max, Long.MIN_VALUE);

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                long seen = 0;
                for (int k = 0; k < 20_000; k++) {
                    SUM.add(number);
                    REALS.add(1.0 / (k + 1));
                    MOST.accumulate((long) k * number % 1_009);
                    if (k % 1_000 == 0) {
                        seen = seen * 31 + SUM.sum() + MOST.get();
                    }
                }
                System.out.println(number + " saw " + seen);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(SUM + " " + REALS + " " + MOST.getThenReset());
    }
}
