import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;

/** Threads at both ends of a deque. */
public class BlockingDeques {
    private static final BlockingDeque<Integer> DEQUE = new LinkedBlockingDeque<>(4);
    private static long hash;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 50; k++) {
                        work(number, k);
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
        System.out.println(hash + " " + DEQUE);
    }

    private static void work(int number, int k) throws InterruptedException {
        switch (number) {
            case 0 -> DEQUE.putFirst(k);
            case 1 -> DEQUE.putLast(1000 + k);
            case 2 -> hash = hash * 31 + DEQUE.takeFirst();
            default -> hash = hash * 37 + DEQUE.takeLast();
        }
    }
}
