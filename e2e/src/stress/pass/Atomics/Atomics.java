import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Atomic numbers, and a list built by compare-and-set. */
public class Atomics {
    private record Node(int number, Node next) {}

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final AtomicLong HASH = new AtomicLong();
    private static final AtomicBoolean FLIP = new AtomicBoolean();
    private static final AtomicReference<Node> HEAD = new AtomicReference<>();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 5_000; k++) {
                    COUNT.incrementAndGet();
                    HASH.updateAndGet(value -> value * 31 + number);
                    if (FLIP.compareAndSet(number % 2 == 0, number % 2 != 0)) {
                        push(number);
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int length = 0;
        long order = 0;
        for (Node node = HEAD.get(); node != null; node = node.next) {
            length++;
            order = order * 7 + node.number;
        }
        System.out.println(COUNT + " " + HASH + " " + length + " " + order);
    }

    private static void push(int number) {
        Node seen;
        do {
            seen = HEAD.get();
        } while (!HEAD.compareAndSet(seen, new Node(number, seen)));
    }
}
