// jdk: 21+
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Virtual threads that sleep, wait and compute inside monitors that others want, and inside two of them. */
public class VirtualNesting {
    private static final int THREADS = 24;
    private static final int ROUNDS = 25;
    private static final Object[] LOCKS = {new Object(), new Object(), new Object()};

    private static long mixed;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> work(number, new Random(number))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(mixed);
    }

    private static void work(int number, Random random) {
        try {
            for (int i = 0; i < ROUNDS; i++) {
                int first = random.nextInt(LOCKS.length);
                synchronized (LOCKS[first]) {
                    step(LOCKS[first], random.nextInt(5));
                    if (first + 1 < LOCKS.length && random.nextInt(4) == 0) {
                        synchronized (LOCKS[first + 1]) {
                            step(LOCKS[first + 1], random.nextInt(5));
                        }
                    }
                    mixed = mixed * 31 + number;
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void step(Object lock, int kind) throws InterruptedException {
        switch (kind) {
            case 0 -> Thread.sleep(1);
            case 1 -> lock.wait(1);
            case 2 -> lock.notifyAll();
            case 3 -> Thread.yield();
            default -> {
                for (int i = 0; i < 20_000; i++) {
                    mixed = mixed * 31 + i;
                }
            }
        }
    }
}
