// jdk: 21+
import java.util.ArrayList;
import java.util.List;

/** Virtual threads that hand a turn around with wait and notifyAll. */
public class VirtualWaits {
    private static final Object LOCK = new Object();
    private static final StringBuilder ORDER = new StringBuilder();
    private static int turn;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> take(number)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }

    private static void take(int number) {
        try {
            for (int i = 0; i < 30; i++) {
                synchronized (LOCK) {
                    while (turn % 3 != number) {
                        LOCK.wait(5);
                        ORDER.append('.');
                    }
                    ORDER.append(number);
                    turn++;
                    LOCK.notifyAll();
                }
            }
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }
}
