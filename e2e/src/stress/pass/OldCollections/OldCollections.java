import java.util.Hashtable;
import java.util.TreeMap;
import java.util.Vector;

/** Hashtable, Vector and StringBuffer, whose methods are synchronized, under contention. */
public class OldCollections {
    private static final Hashtable<Integer, Integer> TABLE = new Hashtable<>();
    private static final Vector<Integer> VECTOR = new Vector<>();
    private static final StringBuffer TEXT = new StringBuffer();

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
        System.out.println(new TreeMap<>(TABLE) + " " + VECTOR.hashCode() + " "
                + TEXT.toString().hashCode());
    }

    private static void work(int number) {
        for (int i = 0; i < 6_000; i++) {
            TABLE.merge(i % 10, number, (a, b) -> {
                int mixed = a * 31 + b;
                for (int k = 0; k < 3; k++) {
                    mixed ^= k;
                }
                return mixed;
            });
            if (i % 10 == number) {
                VECTOR.add(i);
                TEXT.append(number);
                VECTOR.replaceAll(value -> value + number);
            }
            if (VECTOR.size() > 30) {
                VECTOR.clear();
            }
        }
    }
}
