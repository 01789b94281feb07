import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Offers and polls with a limit of time, and a drain. */
public class LinkedQueue {
    private static final BlockingQueue<String> QUEUE = new LinkedBlockingQueue<>(3);

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(QUEUE);
    }

    private static void work(int number) {
        StringBuilder text = new StringBuilder(number + ":");
        List<String> drained = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            try {
                if (number < 2) {
                    text.append(QUEUE.offer(number + "." + i, 1, TimeUnit.MILLISECONDS) ? '+' : '-');
                } else if (number == 2) {
                    text.append(' ').append(QUEUE.poll(500, TimeUnit.MICROSECONDS));
                } else {
                    Thread.sleep(1);
                    text.append(QUEUE.drainTo(drained));
                }
            } catch (InterruptedException e) {
                text.append(e);
            }
        }
        System.out.println(text + " " + drained);
    }
}
