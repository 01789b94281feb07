import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/** References that are cleared and queued by the program itself, not by the collector. */
public class WeakReferences {
    private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    private static final Object[] KEPT = new Object[30];

    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < KEPT.length; ) {
                var found = QUEUE.poll();
                if (found == null) {
                    text.append('-');
                    Thread.yield();
                } else {
                    text.append(i++ % 10).append(found.get() == null ? "" : "!");
                }
            }
            System.out.println(text);
        });
        taker.start();
        for (int i = 0; i < KEPT.length; i++) {
            KEPT[i] = new Object();
            WeakReference<Object> reference = new WeakReference<>(KEPT[i], QUEUE);
            if (i % 4 == 0) {
                Thread.sleep(1);
            }
            reference.enqueue();
            Thread.yield();
        }
        taker.join();
    }
}
