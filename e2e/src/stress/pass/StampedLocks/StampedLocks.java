import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

/** Optimistic reads that turn into real ones, upgrades and tries. */
public class StampedLocks {
    private static final StampedLock LOCK = new StampedLock();
    private static int x;
    private static int y;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                int[] counts = new int[4];
                for (int k = 0; k < 60; k++) {
                    if (number == 0) {
                        write(k);
                    } else {
                        read(k, counts);
                    }
                }
                System.out.println(number + " " + counts[0] + " " + counts[1] + " " + counts[2] + " " + counts[3]);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(x + " " + y);
    }

    private static void write(int k) {
        long stamp = LOCK.writeLock();
        x += k;
        Thread.yield();
        y += k;
        LOCK.unlockWrite(stamp);
        Thread.yield();
    }

    private static void read(int k, int[] counts) {
        long stamp = LOCK.tryOptimisticRead();
        int sum = x;
        Thread.yield();
        sum -= y;
        if (LOCK.validate(stamp)) {
            counts[0]++;
        } else {
            stamp = LOCK.readLock();
            counts[1]++;
            sum = x - y;
            long upgraded = LOCK.tryConvertToWriteLock(stamp);
            counts[2] += upgraded == 0 ? 0 : 1;
            LOCK.unlock(upgraded == 0 ? stamp : upgraded);
        }
        counts[3] += sum;
        try {
            stamp = k % 10 == 0 ? LOCK.tryReadLock(1, TimeUnit.MILLISECONDS) : 0;
        } catch (InterruptedException e) {
            stamp = 0;
        }
        if (stamp != 0) {
            LOCK.unlockRead(stamp);
        }
    }
}
