/** Three threads pass a number around by volatile fields alone. */
public class VolatileFlags {
    private static volatile int owner;
    private static volatile long value = 1;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        long[] spins = new long[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 15; k++) {
                    while (owner != number) {
                        spins[number]++;
                    }
                    value = value * 3 + number;
                    owner = (number + 1) % 3;
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(value + " " + spins[0] + " " + spins[1] + " " + spins[2]);
    }
}
