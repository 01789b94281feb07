/** Threads that look at their flag while they work, clear it, and are interrupted again. */
public class InterruptFlag {
    private static int work;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> run(number));
            threads[i].start();
        }
        boolean alive = true;
        while (alive) {
            alive = false;
            for (Thread thread : threads) {
                Thread.sleep(1);
                thread.interrupt();
                alive |= thread.isAlive();
            }
        }
        System.out.println(work);
    }

    private static void run(int number) {
        int seen = 0;
        long rounds = 0;
        while (seen < 4) {
            rounds++;
            work++;
            if (Thread.currentThread().isInterrupted()) {
                seen++;
                Thread.interrupted();
            }
        }
        System.out.println(number + " worked for " + rounds);
    }
}
