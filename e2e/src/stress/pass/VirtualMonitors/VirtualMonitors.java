// jdk: 21+
import java.util.ArrayList;
import java.util.List;

/** Virtual threads inside and before a monitor, where some JDKs pin them to their carriers. */
public class VirtualMonitors {
    private static final Object LOCK = new Object();
    private static final StringBuilder ORDER = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> work(number)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }

    private static void work(int number) {
        for (int i = 0; i < 10; i++) {
            synchronized (LOCK) {
                ORDER.append(number);
                Thread.yield();
            }
        }
    }
}
