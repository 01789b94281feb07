import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A pool that is stopped in the middle: some tasks are done, some interrupted, some never begin. */
public class PoolShutdownNow {
    private static volatile long work;

    public static void main(String[] args) throws InterruptedException {
        StringBuffer order = new StringBuffer();
        ExecutorService pool = Executors.newFixedThreadPool(3, task -> new Thread(task, "pooled"));
        for (int i = 0; i < 40; i++) {
            int number = i;
            pool.execute(() -> {
                try {
                    for (int k = 0; k < 5_000; k++) {
                        work++;
                    }
                    Thread.sleep(number % 4);
                    order.append('+').append(number);
                } catch (InterruptedException e) {
                    order.append('!').append(number);
                }
            });
        }
        Thread.sleep(6);
        List<Runnable> left = pool.shutdownNow();
        boolean ended = pool.awaitTermination(5, TimeUnit.SECONDS);
        System.out.println(left.size() + " " + ended + " " + order + " " + work);
    }
}
