import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** All of some tasks, any of them, those that fit into a time, and each as it ends. */
public class InvokeAllAny {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Callable<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            tasks.add(() -> {
                Thread.sleep((number * 5 + 1) % 7);
                return number + "@" + System.nanoTime() % 1_000_000;
            });
        }
        for (Future<String> future : pool.invokeAll(tasks)) {
            System.out.print(future.get() + " ");
        }
        System.out.println(pool.invokeAny(tasks));
        for (Future<String> future : pool.invokeAll(tasks, 4, TimeUnit.MILLISECONDS)) {
            System.out.print(future.isCancelled() + " ");
        }
        ExecutorCompletionService<String> service = new ExecutorCompletionService<>(pool);
        tasks.forEach(service::submit);
        for (int i = 0; i < tasks.size(); i++) {
            System.out.print(service.take().get() + " ");
        }
        pool.shutdown();
        System.out.println();
    }
}
