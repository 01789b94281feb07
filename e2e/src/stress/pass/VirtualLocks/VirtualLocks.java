// jdk: 21+
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A lock that virtual threads take, try and give up. */
public class VirtualLocks {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final StringBuffer ORDER = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> work(number)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }

    private static void work(int number) {
        try {
            for (int i = 0; i < 10; i++) {
                if (LOCK.tryLock(number % 3, TimeUnit.MILLISECONDS)) {
                    ORDER.append(number);
                    Thread.sleep(1);
                    LOCK.unlock();
                } else {
                    ORDER.append('-');
                }
            }
        } catch (InterruptedException e) {
            ORDER.append(e);
        }
    }
}
