// jdk: 21+
import java.util.ArrayList;
import java.util.List;

/** Virtual threads lose updates of a field, at yields and on several carriers. */
public class VirtualRaces {
    private static int counter;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> {
                for (int k = 0; k < 50_000; k++) {
                    int seen = counter;
                    if (k % 1_000 == number) {
                        Thread.yield();
                    }
                    counter = seen + 1;
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(counter);
    }
}
