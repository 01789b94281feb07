import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A barrier broken by time, by an interrupt, by a reset and by its action. */
public class BarriersBroken {
    public static void main(String[] args) throws InterruptedException {
        for (int way = 0; way < 4; way++) {
            int how = way;
            CyclicBarrier barrier = new CyclicBarrier(3, () -> {
                if (how == 3) {
                    throw new IllegalStateException("no action");
                }
            });
            Thread[] threads = new Thread[how == 3 ? 3 : 2];
            for (int i = 0; i < threads.length; i++) {
                int number = i;
                threads[i] = new Thread(() -> await(barrier, how, number));
                threads[i].start();
            }
            while (how != 3 && barrier.getNumberWaiting() < 2 && !barrier.isBroken()) {
                Thread.sleep(1);
            }
            if (how == 1) {
                threads[0].interrupt();
            } else if (how == 2) {
                barrier.reset();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println(how + " broken: " + barrier.isBroken());
        }
    }

    private static void await(CyclicBarrier barrier, int how, int number) {
        try {
            if (how == 0) {
                barrier.await(2, TimeUnit.MILLISECONDS);
            } else {
                barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException | TimeoutException | IllegalStateException e) {
            System.out.println(how + "." + number + " " + e);
        }
    }
}
