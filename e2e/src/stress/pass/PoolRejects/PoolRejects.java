import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool with too little space: what is rejected depends on how far the others are. */
public class PoolRejects {
    private static final AtomicInteger DONE = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        run(new ThreadPoolExecutor.AbortPolicy());
        run(new ThreadPoolExecutor.CallerRunsPolicy());
        run(new ThreadPoolExecutor.DiscardPolicy());
        run(new ThreadPoolExecutor.DiscardOldestPolicy());
    }

    private static void run(RejectedExecutionHandler handler) throws InterruptedException {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 3, 1, TimeUnit.MILLISECONDS, new ArrayBlockingQueue<>(2), handler);
        StringBuffer order = new StringBuffer();
        for (int i = 0; i < 30; i++) {
            int number = i;
            try {
                pool.execute(() -> {
                    for (int k = 0; k < 9_000; k++) {
                        DONE.incrementAndGet();
                    }
                    order.append((char) ('A' + number));
                });
            } catch (RejectedExecutionException e) {
                order.append('-');
            }
            if (i % 7 == 0) {
                Thread.sleep(1);
            }
        }
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(order + " " + DONE + " " + pool.getLargestPoolSize() + " " + pool.getCompletedTaskCount());
    }
}
