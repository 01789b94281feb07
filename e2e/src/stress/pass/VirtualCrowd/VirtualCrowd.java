// jdk: 21+
import java.util.ArrayList;
import java.util.List;

/** Virtual threads enter a monitor in which many others wait and wake up: the JVM itself must never have to make one wait. */
public class VirtualCrowd {
    private static final Object LOCK = new Object();
    private static int order;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> work(number)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(order);
    }

    private static void work(int number) {
        try {
            for (int i = 0; i < 6; i++) {
                synchronized (LOCK) {
                    order = order * 31 + number;
                    if (number % 10 == 0) {
                        LOCK.wait(1);
                    } else {
                        LOCK.notify();
                    }
                }
                Thread.sleep(number % 3);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
