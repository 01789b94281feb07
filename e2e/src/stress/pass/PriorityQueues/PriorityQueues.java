import java.util.concurrent.PriorityBlockingQueue;

/** The smallest of what is there at the moment comes out first. */
public class PriorityQueues {
    private static final PriorityBlockingQueue<Integer> QUEUE = new PriorityBlockingQueue<>();
    private static final StringBuilder ORDER = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 40; k++) {
                        if (number < 2) {
                            QUEUE.put((k * 37 + number) % 100);
                            if (k % 5 == number) {
                                Thread.sleep(1);
                            }
                        } else {
                            ORDER.append(QUEUE.take()).append(number == 2 ? ' ' : ',');
                        }
                    }
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }
}
