import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Compute, merge and iteration of one map by several threads. */
public class ConcurrentMaps {
    private static final ConcurrentHashMap<Integer, Long> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(new TreeMap<>(MAP));
    }

    private static void work(int number) {
        long seen = 0;
        for (int i = 0; i < 4_000; i++) {
            int key = i * (number + 1) % 20;
            switch (i % 4) {
                case 0 -> MAP.merge(key, 1L + number, (a, b) -> a * 3 + b);
                case 1 -> MAP.compute(key, (k, v) -> v == null ? number : v * 5 + k);
                case 2 -> seen = seen * 31 + MAP.computeIfAbsent(key, k -> (long) number);
                default -> {
                    if (i % 400 == 3) {
                        MAP.remove(key);
                    }
                    seen += MAP.getOrDefault(key, -1L);
                }
            }
            if (i % 500 == 0) {
                for (long value : MAP.values()) {
                    seen = seen * 7 + value;
                }
            }
        }
        System.out.println(number + " " + seen);
    }
}
