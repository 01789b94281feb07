import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sleeps, parks and waits with a time-out, and prints how long it really took. */
public class Sleeping {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        measure("sleep", () -> Thread.sleep(300));
        measure("sleep nanos", () -> Thread.sleep(20, 500_000));
        measure("sleep nothing", () -> Thread.sleep(0));
        measure("time unit", () -> TimeUnit.MICROSECONDS.sleep(1500));
        measure("park", () -> LockSupport.parkNanos(10_000_000));
        measure("park until", () -> LockSupport.parkUntil(System.currentTimeMillis() + 20));
        measure("unparked before", () -> {
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park();
        });
        measure("wait", () -> {
            Object lock = new Object();
            synchronized (lock) {
                lock.wait(15);
            }
        });
        measure("yield", Thread::yield);
        measure("interrupted", () -> {
            Thread.currentThread().interrupt();
            Thread.sleep(10_000);
        });
        System.out.println("interrupted " + Thread.interrupted());
        measure("negative", () -> Thread.sleep(-1));
    }

    private static void measure(String what, Action action) {
        long start = System.nanoTime();
        try {
            action.run();
        } catch (Exception e) {
            e.printStackTrace(System.out);
        }
        System.out.println(what + " took " + (System.nanoTime() - start) + " ns");
    }
}
