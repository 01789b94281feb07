import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Work that libraries of the JDK put on threads of their own. */
public class Tasks {
    public static void main(String[] args) throws Exception {
        Set<String> names = ConcurrentHashMap.newKeySet();
        long sum = IntStream.range(0, 200_000)
                .parallel()
                .filter(number -> number % 50_000 != 0 || names.add(Thread.currentThread().getName()))
                .asLongStream()
                .sum();
        System.out.println(sum + " on " + names);
        System.out.println(CompletableFuture.supplyAsync(() -> "one ")
                .thenCombineAsync(
                        CompletableFuture.supplyAsync(() -> "two "),
                        (one, two) -> one + two + Thread.currentThread().getName())
                .get());
        scheduled();
        timed();
        queued();
    }

    private static void scheduled() throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        List<Integer> done = new CopyOnWriteArrayList<>();
        for (int i = 5; i > 0; i--) {
            int number = i;
            pool.schedule(() -> done.add(number), number * 10, TimeUnit.MILLISECONDS);
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS) + " " + done);
    }

    private static void timed() throws InterruptedException {
        Timer timer = new Timer();
        CountDownLatch ticks = new CountDownLatch(3);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        System.out.println("tick at " + System.nanoTime());
                        ticks.countDown();
                    }
                },
                5,
                5);
        ticks.await();
        timer.cancel();
    }

    private static void queued() throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(3);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 50; i >= 0; i--) {
                    queue.put(i);
                }
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int taken = queue.take(); taken > 0; taken = queue.take()) {
            sum += taken;
        }
        System.out.println(sum);
    }
}
