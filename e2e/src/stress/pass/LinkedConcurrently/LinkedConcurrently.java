import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Queues that never block. */
public class LinkedConcurrently {
    private static final ConcurrentLinkedQueue<Integer> QUEUE = new ConcurrentLinkedQueue<>();
    private static final ConcurrentLinkedDeque<Integer> DEQUE = new ConcurrentLinkedDeque<>();

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
        System.out.println(QUEUE.size() + " " + DEQUE.size() + " " + DEQUE.peekFirst());
    }

    private static void work(int number) {
        long hash = 0;
        for (int i = 0; i < 8_000; i++) {
            QUEUE.add(number);
            DEQUE.addFirst(i);
            Integer first = DEQUE.size() % 2 == 0 ? DEQUE.pollLast() : DEQUE.pollFirst();
            Integer taken = i % 3 == number ? QUEUE.poll() : QUEUE.peek();
            hash = hash * 31 + (taken == null ? 7 : taken) + (first == null ? 1 : first);
            while (DEQUE.size() > 8) {
                DEQUE.removeLast();
            }
        }
        System.out.println(number + " " + hash);
    }
}
