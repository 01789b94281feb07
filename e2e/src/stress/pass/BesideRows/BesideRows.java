import java.util.Arrays;

/** Loops over rows of arrays whose neighbours other threads change meanwhile, without a lock. */
public class BesideRows {
    private static final int ROWS = 24;
    private static final int COLUMNS = 120;

    public static void main(String[] args) throws InterruptedException {
        double[][] grid = new double[ROWS][COLUMNS];
        int[] weights = new int[COLUMNS];
        int[] order = new int[ROWS];
        long[] sums = new long[40];
        for (int i = 0; i < ROWS; i++) {
            order[i] = i * 7 % ROWS;
            Arrays.fill(grid[i], i);
        }
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number, grid, weights, order, sums));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(Arrays.deepHashCode(grid) + " " + Arrays.hashCode(weights) + " " + Arrays.toString(sums));
    }

    private static void work(int number, double[][] grid, int[] weights, int[] order, long[] sums) {
        for (int round = 0; round < 40; round++) {
            for (int i = 1 + number % 2; i < ROWS - 1; i += 2) {
                for (int j = 1; j < COLUMNS - 1; j++) {
                    grid[i][j] += (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]) / 4 - grid[i][j];
                }
            }
            for (int i = number; i < ROWS; i += 4) {
                long sum = 0;
                for (int j = 0; j < COLUMNS; j++) {
                    sum += weights[j] * j + weights[COLUMNS - 1 - j];
                }
                sums[i] += sum + order[i];
                for (int j = 0; j < ROWS; j++) {
                    sum += order[order[j]];
                }
                weights[(int) (sum % COLUMNS)]++;
            }
            if (round % 8 == number) {
                int a = order[round % ROWS];
                double[] row = grid[a];
                grid[a] = grid[number];
                grid[number] = row;
                order[number] = order[a];
                order[a] = number;
            }
        }
    }
}
