import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Chains of futures, all of them, any of them, and failures on the way. */
public class Futures {
    private static final StringBuffer ORDER = new StringBuffer();

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            futures.add(CompletableFuture.supplyAsync(() -> work(number), pool)
                    .thenApplyAsync(value -> value * 3 + mark('b'), pool)
                    .thenCompose(value -> CompletableFuture.supplyAsync(() -> value + mark('c'), pool))
                    .exceptionally(failure -> mark('!')));
        }
        CompletableFuture<?> any = CompletableFuture.anyOf(futures.toArray(new CompletableFuture<?>[0]));
        CompletableFuture<Void> all = CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0]));
        System.out.println(any.join());
        all.join();
        pool.shutdown();
        System.out.println(
                ORDER + " " + futures.stream().map(CompletableFuture::join).toList());
    }

    private static int work(int number) {
        for (int i = 0; i < 4_000 * (number % 4); i++) {
            if (i == 10_000) {
                throw new IllegalStateException();
            }
        }
        return mark((char) ('0' + number));
    }

    private static int mark(char letter) {
        ORDER.append(letter);
        return ORDER.length();
    }
}
