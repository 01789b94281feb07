// jdk: 21+
import java.util.ArrayList;
import java.util.List;

/** A thousand virtual threads that sleep. */
public class VirtualSleep {
    public static void main(String[] args) throws InterruptedException {
        StringBuffer order = new StringBuffer();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            threads.add(Thread.ofVirtual().name("v" + i).start(() -> {
                try {
                    Thread.sleep(number % 5);
                } catch (InterruptedException e) {
                    order.append(e);
                }
                order.append(number).append(' ');
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(order.toString().hashCode() + " " + order.length());
    }
}
