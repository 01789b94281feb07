import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A start signal, an end signal, and a wait for a signal that does not come. */
public class Latches {
    private static final StringBuffer ORDER = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        for (int round = 0; round < 10; round++) {
            CountDownLatch start = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                int number = i;
                int pause = (number * round) % 3;
                new Thread(() -> {
                            try {
                                start.await();
                                Thread.sleep(pause);
                            } catch (InterruptedException e) {
                                ORDER.append(e);
                            }
                            ORDER.append(number);
                            end.countDown();
                        })
                        .start();
            }
            start.countDown();
            ORDER.append(end.await(1, TimeUnit.MILLISECONDS) ? '+' : '-').append(end.getCount());
            end.await();
            ORDER.append(' ');
        }
        System.out.println(ORDER);
    }
}
