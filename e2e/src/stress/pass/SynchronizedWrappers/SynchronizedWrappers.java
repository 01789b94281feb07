import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Wrappers that lock each call, and iterations that lock for long. */
public class SynchronizedWrappers {
    private static final List<Integer> LIST = Collections.synchronizedList(new ArrayList<>());
    private static final Map<Integer, Integer> MAP = Collections.synchronizedMap(new TreeMap<>());

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
        System.out.println(LIST.hashCode() + " " + MAP);
    }

    private static void work(int number) {
        for (int i = 0; i < 300; i++) {
            LIST.add(number);
            MAP.merge(i % 12, number, (a, b) -> a * 3 + slow(b));
            synchronized (LIST) {
                int sum = 0;
                for (int value : LIST) {
                    sum = sum * 31 + value;
                }
                MAP.put(100 + number, sum);
            }
        }
    }

    private static int slow(int value) {
        int result = value;
        for (int i = 0; i < 500; i++) {
            result += i % 2;
        }
        Thread.yield();
        return result;
    }
}
