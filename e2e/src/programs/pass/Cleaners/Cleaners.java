import java.lang.ref.Cleaner;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Actions of a cleaner, on its thread, in whatever order and at whatever moment the collector makes them run. */
public class Cleaners {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final List<String> done = Collections.synchronizedList(new ArrayList<>());

    static class Resource implements AutoCloseable {
        private final Cleaner.Cleanable cleanable;

        Resource(int number, AtomicInteger progress) {
            cleanable = CLEANER.register(this, () -> done.add(number + "@" + progress.get()));
        }

        @Override
        public void close() {
            cleanable.clean();
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger progress = new AtomicInteger();
        List<Resource> kept = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Resource resource = new Resource(i, progress);
            if (i % 3 == 0) {
                kept.add(resource);
            } else if (i % 7 == 0) {
                resource.close();
            }
        }
        while (done.size() < 20) {
            progress.incrementAndGet();
            System.gc();
            Thread.sleep(1);
        }
        System.out.println(done + " " + kept.size() + " " + progress);

        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        List<WeakReference<Object>> weak = new ArrayList<>();
        Thread taker = new Thread(() -> {
            try {
                for (int i = 0; i < 10; i++) {
                    System.out.println("took " + weak.indexOf(queue.remove()) + " at " + progress);
                }
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        for (int i = 0; i < 10; i++) {
            weak.add(new WeakReference<>(new Object(), queue));
        }
        taker.start();
        while (taker.isAlive()) {
            progress.incrementAndGet();
            System.gc();
            Thread.sleep(1);
        }
        System.out.println(progress);
    }
}
