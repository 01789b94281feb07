import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Four threads that meet at locks, barriers and the like. */
public class JavaUtilConcurrent {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final ReentrantReadWriteLock SHARED = new ReentrantReadWriteLock(true);
    private static final StampedLock STAMPED = new StampedLock();
    private static final Semaphore SEMAPHORE = new Semaphore(2);
    private static final AtomicInteger ATOMIC = new AtomicInteger();
    private static final List<String> ORDER = Collections.synchronizedList(new ArrayList<>());
    private static final CountDownLatch START = new CountDownLatch(1);
    private static final CountDownLatch END = new CountDownLatch(4);
    private static final CyclicBarrier BARRIER = new CyclicBarrier(4);
    private static final Exchanger<String> EXCHANGER = new Exchanger<>();
    private static final Phaser PHASER = new Phaser(4);
    private static int plain;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            int number = i;
            new Thread(() -> work(number), "worker " + i).start();
        }
        START.countDown();
        System.out.println(END.await(10, TimeUnit.SECONDS) + " " + plain + " " + ATOMIC + " " + ORDER);
    }

    private static void work(int number) {
        try {
            START.await();
            for (int i = 0; i < 200; i++) {
                step(number, i);
            }
            BARRIER.await();
            ORDER.add(number + " got " + EXCHANGER.exchange("that of " + number));
            PHASER.arriveAndAwaitAdvance();
            END.countDown();
        } catch (InterruptedException | BrokenBarrierException e) {
            System.out.println(e);
        }
    }

    private static void step(int number, int i) throws InterruptedException {
        LOCK.lock();
        try {
            plain++;
            if (i % 50 == 0) {
                Thread.sleep(1);
            }
        } finally {
            LOCK.unlock();
        }
        if (i % 40 == number) {
            SHARED.writeLock().lock();
            ORDER.add(number + " at " + i);
            SHARED.writeLock().unlock();
        }
        SHARED.readLock().lock();
        SHARED.readLock().unlock();
        SEMAPHORE.acquire();
        ATOMIC.incrementAndGet();
        SEMAPHORE.release();
        long stamp = STAMPED.tryOptimisticRead();
        if (!STAMPED.validate(stamp)) {
            STAMPED.unlockRead(STAMPED.readLock());
        }
        if (i == 100) {
            stamp = STAMPED.writeLock();
            plain += 2;
            STAMPED.unlockWrite(stamp);
        }
    }
}
