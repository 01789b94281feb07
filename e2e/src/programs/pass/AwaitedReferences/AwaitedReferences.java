import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that await references: in vain for ever, in vain for a time, one that is put there, and until interrupted. */
public class AwaitedReferences {
    private static final Object KEPT = new Object();

    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> never = new ReferenceQueue<>();
        Thread reaper = new Thread(() -> await(never, 0), "reaper");
        reaper.setDaemon(true);
        reaper.start();

        AtomicInteger turns = new AtomicInteger();
        Thread worker = new Thread(() -> work(turns));
        worker.start();
        System.out.println(await(never, 30) + " after " + turns.get());
        worker.join();

        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Thread receiver = new Thread(() -> System.out.println("received " + await(queue, 0)));
        receiver.start();
        Reference<Object> reference = new PhantomReference<>(KEPT, queue);
        Thread.sleep(20);
        System.out.println(reference.enqueue());
        receiver.join();

        Thread interrupted = new Thread(() -> System.out.println(await(never, 0)));
        interrupted.start();
        Thread.sleep(20);
        interrupted.interrupt();
        interrupted.join();
        System.out.println(reaper.isAlive() + " " + turns.get());
    }

    private static void work(AtomicInteger turns) {
        for (int i = 0; i < 2000; i++) {
            turns.incrementAndGet();
            Thread.yield();
        }
    }

    private static String await(ReferenceQueue<Object> queue, long millis) {
        try {
            Reference<?> reference = millis == 0 ? queue.remove() : queue.remove(millis);
            return reference == null ? "nothing" : reference.getClass().getSimpleName();
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }
}
