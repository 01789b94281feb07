import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Futures that are completed by time, or by somebody else just before. */
public class FutureTimeouts {
    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 6; i++) {
            CompletableFuture<String> late = new CompletableFuture<>();
            CompletableFuture<String> shown = late.orTimeout(2, TimeUnit.MILLISECONDS)
                    .handle((value, failure) -> value + " "
                            + (failure == null ? "" : failure.getClass().getName()));
            CompletableFuture<String> other =
                    new CompletableFuture<String>().completeOnTimeout("default", i, TimeUnit.MILLISECONDS);
            Thread completer = new Thread(() -> {
                try {
                    Thread.sleep(2);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
                System.out.println("in time: " + late.complete("given") + " " + other.complete("given"));
            });
            completer.start();
            try {
                System.out.println(shown.join() + ", " + other.join());
            } catch (CompletionException e) {
                System.out.println(e);
            }
            completer.join();
        }
        CompletableFuture.runAsync(
                        () -> System.out.println("delayed " + System.nanoTime()),
                        CompletableFuture.delayedExecutor(3, TimeUnit.MILLISECONDS))
                .join();
    }
}
