import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Hand-overs without any space between, fair and unfair. */
public class SynchronousQueues {
    private static final StringBuilder ORDER = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        run(new SynchronousQueue<>(true));
        run(new SynchronousQueue<>(false));
        System.out.println(ORDER);
    }

    private static void run(SynchronousQueue<Integer> queue) throws InterruptedException {
        Thread[] threads = new Thread[4];
        // Or one that is done could take what another one waits for.
        CountDownLatch done = new CountDownLatch(threads.length);
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 25; k++) {
                        if (number < 2) {
                            queue.put(number * 100 + k);
                        } else {
                            ORDER.append(number)
                                    .append(':')
                                    .append(queue.take())
                                    .append(' ');
                        }
                    }
                    done.countDown();
                    done.await();
                    ORDER.append(queue.poll(1, TimeUnit.MILLISECONDS)).append(queue.offer(number));
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
