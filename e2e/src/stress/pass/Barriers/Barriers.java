import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Rounds that end for all threads at once, with an action between. */
public class Barriers {
    private static final StringBuilder ORDER = new StringBuilder();
    private static final int[] CELLS = new int[4];
    private static final CyclicBarrier BARRIER = new CyclicBarrier(4, Barriers::between);

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number), "t" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }

    private static void between() {
        ORDER.append(Thread.currentThread().getName()).append(':');
        for (int cell : CELLS) {
            ORDER.append(cell).append(' ');
        }
    }

    private static void work(int number) {
        try {
            for (int round = 0; round < 15; round++) {
                int steps = (number * 7 + round * 5_003) % 9_000;
                for (int i = 0; i < steps; i++) {
                    CELLS[number] += i % 3;
                }
                ORDER.append(BARRIER.await());
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            System.out.println(e);
        }
    }
}
