import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Conditions that are awaited for some time: signalled, timed out or interrupted. */
public class ConditionsTimed {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition CONDITION = LOCK.newCondition();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> await(number));
            threads[i].start();
        }
        for (int i = 0; i < 9; i++) {
            Thread.sleep(1);
            LOCK.lock();
            CONDITION.signal();
            LOCK.unlock();
            if (i % 4 == 3) {
                threads[i % 3].interrupt();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void await(int number) {
        StringBuilder text = new StringBuilder(number + ":");
        for (int i = 0; i < 4; i++) {
            LOCK.lock();
            try {
                text.append(' ')
                        .append(
                                switch (number) {
                                    case 0 -> CONDITION.awaitNanos(2_000_000);
                                    case 1 -> CONDITION.await(2, TimeUnit.MILLISECONDS) ? 1 : 0;
                                    default -> CONDITION.awaitUntil(new Date(System.currentTimeMillis() + 2)) ? 1 : 0;
                                });
            } catch (InterruptedException e) {
                text.append(" interrupted");
            } finally {
                LOCK.unlock();
            }
        }
        System.out.println(text);
    }
}
