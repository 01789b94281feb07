import java.util.Arrays;

/** Threads that compute with arrays: parts and rows of their own, what all read, and what they fight for. */
public class BesideArrays {
    private static final int THREADS = 4;
    private static final int SIZE = 20_000;

    private static int rounds = 30;
    private static long lost;

    public static void main(String[] args) throws InterruptedException {
        int[] common = new int[SIZE];
        int[] parts = new int[SIZE];
        long[] contended = new long[THREADS];
        double[][] rows = new double[64][200];
        for (int i = 0; i < SIZE; i++) {
            common[i] = i * 31;
        }
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number, common, parts, contended, rows));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(Arrays.hashCode(parts) + " " + Arrays.toString(contended) + " "
                + Arrays.deepHashCode(rows) + " " + lost + " " + rounds);
    }

    private static void work(int number, int[] common, int[] parts, long[] contended, double[][] rows) {
        int[] own = new int[100];
        for (int round = 0; round < rounds; round++) {
            for (int i = SIZE * number / THREADS; i < SIZE * (number + 1) / THREADS; i++) {
                parts[i] += common[(i * 7 + round) % SIZE] ^ own[i % own.length];
                own[i % own.length]++;
            }
            long seen = contended[0];
            for (int i = 0; i < 2000; i++) {
                contended[i % THREADS] += number + 1;
            }
            contended[0] = seen + own[3];
            for (int r = number; r < rows.length; r += THREADS) {
                for (int c = 1; c < rows[r].length; c++) {
                    rows[r][c] += rows[r][c - 1] / 2 + rows[(r + 1) % rows.length][c] / 4 + round;
                }
            }
            if (round % 10 == number) {
                System.arraycopy(own, 0, parts, number * 50, 50);
                lost += own[7];
            }
            try {
                own[own.length + parts[number] % 2 * 0] = 1;
            } catch (ArrayIndexOutOfBoundsException e) {
                contended[number] ^= round;
            }
        }
    }
}
