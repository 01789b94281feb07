import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TransferQueue;

/** Producers that wait until somebody has taken what they bring. */
public class TransferQueues {
    private static final TransferQueue<String> QUEUE = new LinkedTransferQueue<>();
    private static final StringBuilder ORDER = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 20; k++) {
                        work(number, k);
                    }
                } catch (InterruptedException e) {
                    ORDER.append(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                thread.join(50);
                // With bad luck those that they wait for have given up, and ended.
                ORDER.append(QUEUE.tryTransfer("main") ? "!" : "").append(QUEUE.poll() == null ? "" : "?");
            }
        }
        System.out.println(ORDER + " " + QUEUE.size());
    }

    private static void work(int number, int k) throws InterruptedException {
        String item = number + "." + k;
        switch (number) {
            case 0 -> QUEUE.transfer(item);
            case 1 -> ORDER.append(QUEUE.tryTransfer(item, 1, TimeUnit.MILLISECONDS) ? '+' : '-');
            case 2 -> ORDER.append(' ').append(QUEUE.take());
            default ->
                ORDER.append(' ').append(QUEUE.poll(1, TimeUnit.MILLISECONDS)).append(QUEUE.tryTransfer("x"));
        }
        if (number == 2 && k == 19) {
            while (QUEUE.poll(20, TimeUnit.MILLISECONDS) != null) {
                ORDER.append('*');
            }
        }
    }
}
