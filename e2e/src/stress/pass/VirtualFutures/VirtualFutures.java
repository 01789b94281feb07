// jdk: 21+
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Futures on virtual threads. */
public class VirtualFutures {
    public static void main(String[] args) {
        StringBuffer order = new StringBuffer();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<?>[] futures = new CompletableFuture<?>[12];
            for (int i = 0; i < futures.length; i++) {
                int number = i;
                futures[i] = CompletableFuture.supplyAsync(
                                () -> order.append(number).append(' '), pool)
                        .thenApplyAsync(text -> text.append('b'), pool)
                        .completeOnTimeout(order, 1 + number % 3, TimeUnit.MILLISECONDS);
            }
            CompletableFuture.allOf(futures).join();
        }
        System.out.println(order);
    }
}
