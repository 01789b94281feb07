import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Phasers below a phaser, and a wait that is too short. */
public class PhaserTiers {
    private static final StringBuilder ORDER = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Phaser root = new Phaser(1);
        Phaser[] tiers = {new Phaser(root, 2), new Phaser(root, 2)};
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 6; round++) {
                    Thread.yield();
                    ORDER.append(number);
                    tiers[number / 2].arriveAndAwaitAdvance();
                }
            });
            threads[i].start();
        }
        for (int round = 0; round < 6; round++) {
            try {
                root.awaitAdvanceInterruptibly(root.getPhase(), 1, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                ORDER.append('-').append(root.getUnarrivedParties());
            }
            root.arriveAndAwaitAdvance();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER + " " + root.getPhase());
    }
}
