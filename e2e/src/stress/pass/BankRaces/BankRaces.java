/** Transfers between accounts: one bank that locks, and one that does not and loses money. */
public class BankRaces {
    private static final long[] CARELESS = {1_000, 1_000, 1_000, 1_000};
    private static final long[] CAREFUL = {1_000, 1_000, 1_000, 1_000};
    private static final Object[] LOCKS = {new Object(), new Object(), new Object(), new Object()};

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                int seed = number + 1;
                for (int k = 0; k < 8_000; k++) {
                    seed = seed * 1_103_515_245 + 12_345;
                    transfer(seed >>> 8 & 3, seed >>> 12 & 3, seed >>> 16 & 31);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        print(CARELESS);
        print(CAREFUL);
    }

    private static void transfer(int from, int to, int amount) {
        long left = minus(CARELESS[from], amount);
        CARELESS[to] += amount;
        CARELESS[from] = left;
        if (from != to) {
            synchronized (LOCKS[Math.min(from, to)]) {
                synchronized (LOCKS[Math.max(from, to)]) {
                    left = minus(CAREFUL[from], amount);
                    CAREFUL[to] += amount;
                    CAREFUL[from] = left;
                }
            }
        }
    }

    private static long minus(long value, int amount) {
        for (int i = 0; i < 3; i++) {
            value += i - 1;
        }
        return value - amount;
    }

    private static void print(long[] accounts) {
        long sum = 0;
        for (long account : accounts) {
            System.out.print(account + " ");
            sum += account;
        }
        System.out.println("= " + sum);
    }
}
