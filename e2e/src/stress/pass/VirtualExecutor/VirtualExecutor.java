// jdk: 21+
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** An executor with a virtual thread for each task. */
public class VirtualExecutor {
    public static void main(String[] args) throws Exception {
        StringBuffer order = new StringBuffer();
        List<Future<Long>> results = new ArrayList<>();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                int number = i;
                results.add(pool.submit(() -> {
                    Thread.sleep(number % 3);
                    order.append(number).append(' ');
                    return System.nanoTime();
                }));
            }
        }
        long sum = 0;
        for (Future<Long> result : results) {
            sum = sum * 31 + result.get();
        }
        System.out.println(order + " " + sum);
    }
}
