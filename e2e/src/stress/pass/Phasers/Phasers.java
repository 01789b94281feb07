import java.util.concurrent.Phaser;

/** Parties that register, arrive, wait and leave. */
public class Phasers {
    private static final StringBuilder ORDER = new StringBuilder();
    private static final Phaser PHASER = new Phaser(1) {
        @Override
        protected boolean onAdvance(int phase, int parties) {
            ORDER.append('|').append(phase).append('/').append(parties).append('|');
            return phase >= 8 || parties == 0;
        }
    };

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            PHASER.register();
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        PHASER.arriveAndDeregister();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER + " " + PHASER.isTerminated());
    }

    private static void work(int number) {
        for (int round = 0; round < 12 && !PHASER.isTerminated(); round++) {
            ORDER.append(number);
            if (round == number + 3) {
                PHASER.arriveAndDeregister();
                return;
            }
            if (round % 3 == number) {
                int phase = PHASER.arrive();
                Thread.yield();
                PHASER.awaitAdvance(phase);
            } else {
                PHASER.arriveAndAwaitAdvance();
            }
        }
    }
}
