import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** What is taken from a queue when its time has come. */
public class DelayQueues {
    private record Item(String name, long due) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Item) other).due);
        }
    }

    private static final DelayQueue<Item> QUEUE = new DelayQueue<>();

    public static void main(String[] args) throws InterruptedException {
        long now = System.nanoTime();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> take(number));
            threads[i].start();
        }
        for (int i = 0; i < 12; i++) {
            QUEUE.put(new Item("item " + i, now + (i * 7 % 5) * 1_000_000));
            Thread.yield();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void take(int number) {
        try {
            for (int i = 0; i < 4; i++) {
                Item item = QUEUE.take();
                System.out.println(number + " " + item.name + " late by " + (System.nanoTime() - item.due));
            }
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }
}
