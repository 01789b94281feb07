/** Threads read rows of one matrix in pairs, which others write and replace meanwhile, without a lock. */
public final class Rows {
    private static final int COUNT = 8;
    private static final int ROUNDS = 150;

    private Rows() {}

    private static long work(long[][] rows, int who) {
        long seed = who * 31 + 7;
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < COUNT; i++) {
                for (int j = 0; j < i; j++) {
                    long x = rows[i][0] - rows[j][0];
                    long y = rows[i][1] - rows[j][1];
                    long z = rows[i][2] - rows[j][2];
                    sum = sum * 31 + x * x + y * y + z * z;
                    seed = seed * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
                    int chosen = (int) (seed >>> 33) % COUNT;
                    if ((seed >>> 40 & 15) == 0) {
                        churn(rows[chosen]);
                    } else if ((seed >>> 40 & 63) == 1) {
                        rows[chosen] = new long[] {y, z, sum};
                    }
                }
            }
        }
        return sum;
    }

    private static void churn(long[] row) {
        for (int i = 0; i < 8000; i++) {
            row[i & 1] += row[2] ^ row[1] + i;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        long[][] rows = new long[COUNT][3];
        for (int i = 0; i < COUNT; i++) {
            rows[i][0] = i;
            rows[i][1] = i * 3;
            rows[i][2] = i * 7;
        }
        Thread[] threads = new Thread[4];
        long[] sums = new long[threads.length];
        for (int t = 0; t < threads.length; t++) {
            int who = t;
            threads[t] = new Thread(() -> sums[who] = work(rows, who));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (long sum : sums) {
            System.out.println(sum);
        }
        for (long[] row : rows) {
            System.out.println(row[0] + " " + row[1] + " " + row[2]);
        }
    }
}
