/** Static and instance methods that are synchronized: two monitors, one counter. */
public class StaticSynchronized {
    private static int shared;
    private static long hash;

    private static synchronized void addStatic(int number) {
        int seen = shared;
        spin(300);
        shared = seen + 1;
        hash = hash * 31 + number;
    }

    private synchronized void addInstance(int number) {
        int seen = shared;
        spin(300);
        shared = seen + 1;
        hash = hash * 17 + number;
    }

    private static int spin(int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += i;
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        StaticSynchronized one = new StaticSynchronized();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 400; k++) {
                    if (number % 2 == 0) {
                        addStatic(number);
                    } else {
                        one.addInstance(number);
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared + " of 1600, " + hash);
    }
}
