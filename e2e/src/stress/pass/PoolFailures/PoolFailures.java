import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Tasks that fail, take too long or are cancelled. */
public class PoolFailures {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Future<String>> futures = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int number = i;
            futures.add(pool.submit(() -> task(number)));
        }
        futures.get(10).cancel(true);
        futures.get(11).cancel(false);
        for (Future<String> future : futures) {
            try {
                System.out.println(future.get(3, TimeUnit.MILLISECONDS));
            } catch (ExecutionException | TimeoutException | CancellationException e) {
                System.out.println(e + " " + future.isDone());
            }
        }
        pool.shutdownNow();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS));
    }

    private static String task(int number) throws Exception {
        if (number % 3 == 0) {
            throw new Exception("task " + number);
        }
        Thread.sleep(number);
        return number + " at " + System.nanoTime() + " on "
                + Thread.currentThread().getName();
    }
}
