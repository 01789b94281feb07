// jdk: 21+
import java.util.ArrayList;
import java.util.List;

/** Virtual threads that yield to each other. */
public class VirtualStart {
    public static void main(String[] args) throws InterruptedException {
        StringBuffer order = new StringBuffer();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> {
                for (int k = 0; k < 20; k++) {
                    order.append(number);
                    Thread.yield();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(order);
    }
}
