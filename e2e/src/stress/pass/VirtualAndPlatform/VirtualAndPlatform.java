// jdk: 21+
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

/** Platform threads feed virtual ones through a queue. */
public class VirtualAndPlatform {
    private static final LinkedBlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>(3);
    private static final StringBuffer ORDER = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            Runnable task = () -> work(number);
            threads.add(
                    number % 2 == 0
                            ? Thread.ofPlatform().start(task)
                            : Thread.ofVirtual().start(task));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }

    private static void work(int number) {
        try {
            for (int i = 0; i < 30; i++) {
                if (number % 2 == 0) {
                    QUEUE.put(number * 100 + i);
                } else {
                    ORDER.append(number).append(':').append(QUEUE.take()).append(' ');
                }
            }
        } catch (InterruptedException e) {
            ORDER.append(e);
        }
    }
}
