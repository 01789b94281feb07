import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;

/** References with a stamp or a mark beside them. */
public class StampedReferences {
    private static final AtomicStampedReference<String> STAMPED = new AtomicStampedReference<>("", 0);
    private static final AtomicMarkableReference<Integer> MARKED = new AtomicMarkableReference<>(0, false);

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(STAMPED.getReference() + " " + STAMPED.getStamp() + " " + MARKED.getReference() + " "
                + MARKED.isMarked());
    }

    private static void work(int number) {
        int lost = 0;
        for (int k = 0; k < 40; k++) {
            int[] stamp = new int[1];
            String seen = STAMPED.get(stamp);
            boolean[] mark = new boolean[1];
            Integer value = MARKED.get(mark);
            if (k % 3 == number) {
                Thread.yield();
            }
            lost += STAMPED.compareAndSet(seen, seen + number, stamp[0], stamp[0] + 1) ? 0 : 1;
            lost += MARKED.compareAndSet(value, value + number, mark[0], !mark[0]) ? 0 : 100;
        }
        System.out.println(number + " lost " + lost);
    }
}
