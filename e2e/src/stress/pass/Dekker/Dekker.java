/** Dekker's algorithm with plain fields: right here only because turns make it so. */
public class Dekker {
    private static final boolean[] WANTS = new boolean[2];
    private static int turn;
    private static int count;
    private static final long[] SPINS = new long[2];

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 3_000; k++) {
                    step(number);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(count + " " + SPINS[0] + " " + SPINS[1]);
    }

    private static void step(int number) {
        WANTS[number] = true;
        while (WANTS[1 - number]) {
            SPINS[number]++;
            Thread.onSpinWait();
            if (turn != number) {
                WANTS[number] = false;
                while (turn != number) {
                    Thread.yield();
                }
                WANTS[number] = true;
            }
        }
        int seen = count;
        for (int i = 0; i < 5; i++) {
            SPINS[number] += i;
        }
        count = seen + 1;
        turn = 1 - number;
        WANTS[number] = false;
    }
}
