import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

/** Iterations see the list as it was when they began. */
public class CopyOnWrite {
    private static final List<Integer> LIST = new CopyOnWriteArrayList<>();
    private static final CopyOnWriteArraySet<Integer> SET = new CopyOnWriteArraySet<>();

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
        System.out.println(LIST.size() + " " + LIST.hashCode() + " " + SET);
    }

    private static void work(int number) {
        long hash = 0;
        for (int i = 0; i < 100; i++) {
            LIST.add(number * 1000 + i);
            SET.add((number + i) % 10);
            for (int value : LIST) {
                hash = hash * 31 + value;
                SET.remove(value % 11);
            }
        }
        System.out.println(number + " " + hash);
    }
}
