// jdk: 21+
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;

/** Virtual threads at a latch, a barrier and a semaphore. */
public class VirtualGroups {
    private static final StringBuffer ORDER = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(4);
        CyclicBarrier barrier = new CyclicBarrier(4, () -> ORDER.append('|'));
        Semaphore semaphore = new Semaphore(2);
        for (int i = 0; i < 4; i++) {
            int number = i;
            Thread.startVirtualThread(() -> {
                try {
                    for (int k = 0; k < 8; k++) {
                        semaphore.acquire();
                        ORDER.append(number);
                        Thread.yield();
                        semaphore.release();
                        barrier.await();
                    }
                } catch (Exception e) {
                    ORDER.append(e);
                }
                end.countDown();
            });
        }
        end.await();
        System.out.println(ORDER);
    }
}
