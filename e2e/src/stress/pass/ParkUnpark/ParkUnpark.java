import java.util.concurrent.locks.LockSupport;

/** Permits that come before, during and after a park; parks that end by time or by an interrupt. */
public class ParkUnpark {
    private static volatile int stage;

    public static void main(String[] args) throws InterruptedException {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        System.out.println("one permit was enough");
        Thread thread = new Thread(ParkUnpark::run);
        LockSupport.unpark(thread);
        thread.start();
        while (stage < 1) {
            Thread.yield();
        }
        for (int i = 0; i < 20; i++) {
            LockSupport.unpark(thread);
            Thread.yield();
        }
        while (stage < 2) {
            LockSupport.unpark(thread);
            Thread.onSpinWait();
        }
        thread.interrupt();
        thread.join();
    }

    private static void run() {
        stage = 1;
        int parks = 0;
        for (int i = 0; i < 10; i++) {
            LockSupport.park(ParkUnpark.class);
            parks++;
        }
        stage = 2;
        long from = System.nanoTime();
        LockSupport.parkNanos(50_000_000);
        LockSupport.parkNanos(1_000_000);
        System.out.println(parks + " " + Thread.interrupted() + " " + (System.nanoTime() - from));
        from = System.currentTimeMillis();
        LockSupport.parkUntil(from + 3);
        LockSupport.parkUntil(1);
        LockSupport.parkNanos(0);
        System.out.println(System.currentTimeMillis() - from);
    }
}
