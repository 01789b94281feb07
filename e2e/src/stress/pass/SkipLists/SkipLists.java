import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** Sorted maps and sets that several threads change. */
public class SkipLists {
    private static final ConcurrentSkipListMap<Integer, Integer> MAP = new ConcurrentSkipListMap<>();
    private static final ConcurrentSkipListSet<String> SET = new ConcurrentSkipListSet<>();

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
        System.out.println(MAP + " " + SET);
    }

    private static void work(int number) {
        int pulled = 0;
        for (int i = 0; i < 3_000; i++) {
            MAP.merge(i * 31 % 50, number, (a, b) -> (a * 7 + b) % 1_000);
            if (i % 10 == number) {
                var first = MAP.pollFirstEntry();
                pulled = pulled * 31 + (first == null ? 1 : first.getKey() + first.getValue());
                SET.add(number + "-" + i % 7);
                SET.remove((number + 1) % 4 + "-" + i % 7);
            }
        }
        System.out.println(number + " " + pulled);
    }
}
