import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads hand numbers to each other, in pairs that chance makes. */
public class Exchangers {
    private static final Exchanger<String> EXCHANGER = new Exchanger<>();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> exchange(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void exchange(int number) {
        StringBuilder text = new StringBuilder(number + ":");
        for (int i = 0; i < 15; i++) {
            try {
                text.append(' ').append(EXCHANGER.exchange(number + "." + i, 2 + number, TimeUnit.MILLISECONDS));
            } catch (TimeoutException e) {
                text.append(" -");
            } catch (InterruptedException e) {
                text.append(e);
            }
        }
        System.out.println(text);
    }
}
