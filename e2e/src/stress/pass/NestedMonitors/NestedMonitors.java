/** Three monitors, taken one inside the other, each of them twice. */
public class NestedMonitors {
    private static final Object[] LOCKS = {new Object(), new Object(), new Object()};
    private static final StringBuilder ORDER = new StringBuilder();
    private static int depth;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 40; k++) {
                    nest(number, 0);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER.toString().hashCode() + " " + depth);
    }

    private static void nest(int number, int level) {
        if (level == LOCKS.length) {
            ORDER.append(number);
            return;
        }
        synchronized (LOCKS[level]) {
            for (int i = 0; i < 200; i++) {
                depth += i & level;
            }
            synchronized (LOCKS[level]) {
                Thread.yield();
                nest(number, level + 1);
            }
        }
    }
}
