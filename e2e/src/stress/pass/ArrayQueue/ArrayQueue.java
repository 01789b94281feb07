import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Two producers and three consumers at a short queue, which is fair. */
public class ArrayQueue {
    private static final BlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(2, true);
    private static final StringBuilder ORDER = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    work(number);
                } catch (InterruptedException e) {
                    ORDER.append(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER + " " + QUEUE);
    }

    private static void work(int number) throws InterruptedException {
        for (int i = 0; i < (number < 2 ? 60 : 40); i++) {
            if (number < 2) {
                QUEUE.put(number * 100 + i);
            } else {
                ORDER.append(number).append(':').append(QUEUE.take()).append(' ');
            }
        }
    }
}
