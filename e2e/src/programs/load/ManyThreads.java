import java.util.concurrent.CountDownLatch;

/** Thousands of threads that are alive at a time. */
public class ManyThreads {
    private static int sum;

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        CountDownLatch begun = new CountDownLatch(count);
        CountDownLatch go = new CountDownLatch(1);
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number, begun, go));
            threads[i].start();
        }
        begun.await();
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum + " of " + count);
        Peak.print();
    }

    private static void work(int number, CountDownLatch begun, CountDownLatch go) {
        begun.countDown();
        try {
            go.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        long now = System.nanoTime();
        sum += now == 0 ? number : 1;
    }
}
