/** Joins with and without a limit, of threads that have not begun, run, sleep and have ended. */
public class JoinTimed {
    private static volatile int progress;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 8; i++) {
            int round = i;
            Thread thread = new Thread(() -> work(round));
            thread.join(1);
            System.out.print(thread.isAlive() + " ");
            thread.start();
            int joins = 0;
            while (thread.isAlive()) {
                thread.join(1, 1000);
                joins++;
            }
            thread.join();
            System.out.println(round + " joined after " + joins + " at " + progress);
        }
    }

    private static void work(int round) {
        for (int i = 0; i < 30_000 * round; i++) {
            progress++;
        }
        try {
            Thread.sleep(round);
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }
}
