import java.security.SecureRandom;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/** Random numbers of threads, shared ones and those of the system. */
public class RandomNumbers {
    private static final Random SHARED = new Random(42);
    private static final Random UNSEEDED = new Random();
    private static final SecureRandom SECURE = new SecureRandom();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> draw(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(Math.random() + " " + new SplittableRandom().nextInt());
    }

    private static void draw(int number) {
        long hash = 0;
        for (int i = 0; i < 3_000; i++) {
            hash = hash * 31 + SHARED.nextInt() + UNSEEDED.nextInt(100);
            hash += ThreadLocalRandom.current().nextLong();
            if (i % 1_000 == 0) {
                hash += SECURE.nextInt();
                Thread.yield();
            }
        }
        System.out.println(number + " " + hash + " " + SHARED.nextGaussian());
    }
}
