/** Five philosophers who take the lower fork first. */
public class Philosophers {
    private static final Object[] FORKS = new Object[5];
    private static final StringBuffer ORDER = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < FORKS.length; i++) {
            FORKS[i] = new Object();
        }
        Thread[] threads = new Thread[FORKS.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> dine(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }

    private static void dine(int number) {
        int low = Math.min(number, (number + 1) % FORKS.length);
        int high = Math.max(number, (number + 1) % FORKS.length);
        for (int i = 0; i < 12; i++) {
            synchronized (FORKS[low]) {
                Thread.yield();
                synchronized (FORKS[high]) {
                    ORDER.append(number);
                    try {
                        Thread.sleep((number + i) % 2);
                    } catch (InterruptedException e) {
                        ORDER.append(e);
                    }
                }
            }
        }
    }
}
