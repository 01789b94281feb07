import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Tasks that compute, sleep and look at the clock, on the threads of a pool; who does which is chance. */
public class ThreadPool {
    private static final Map<String, Integer> DONE = new HashMap<>();

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int number = i;
            results.add(pool.submit(() -> work(number)));
        }
        long sum = 0;
        for (Future<Long> result : results) {
            sum += result.get();
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS) + " " + sum + " " + new TreeMap<>(DONE));
    }

    private static long work(int number) throws InterruptedException {
        long sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sum += i * number;
        }
        synchronized (DONE) {
            DONE.merge(Thread.currentThread().getName(), 1, Integer::sum);
        }
        if (number % 7 == 0) {
            Thread.sleep(3);
        }
        return sum + System.nanoTime() % 10;
    }
}
