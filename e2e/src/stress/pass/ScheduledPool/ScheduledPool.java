import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Tasks once, at a rate, with a delay, and cancelled. */
public class ScheduledPool {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        StringBuffer order = new StringBuffer();
        AtomicInteger fixed = new AtomicInteger();
        long from = System.nanoTime();
        ScheduledFuture<?> rate = pool.scheduleAtFixedRate(
                () -> order.append('r').append(fixed.incrementAndGet()), 0, 2, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> delay = pool.scheduleWithFixedDelay(
                () -> order.append('d').append((System.nanoTime() - from) / 1000), 1, 2, TimeUnit.MILLISECONDS);
        ScheduledFuture<Integer> once = pool.schedule(fixed::get, 7, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> never = pool.schedule(() -> order.append("never"), 1, TimeUnit.SECONDS);
        System.out.println("after " + once.get());
        rate.cancel(false);
        delay.cancel(true);
        never.cancel(false);
        pool.shutdown();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS) + " " + order + " " + never.isCancelled());
    }
}
