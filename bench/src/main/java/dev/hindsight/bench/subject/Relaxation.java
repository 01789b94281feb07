package dev.hindsight.bench.subject;

import java.util.Random;
import java.util.concurrent.CyclicBarrier;

/** Two threads smooth a grid, every other cell at a time, and meet after each half; the scale is hundreds of sweeps. */
public final class Relaxation {
    private static final int SIZE = 500;

    private Relaxation() {}

    public static void main(String[] arguments) throws InterruptedException {
        int halves = 200 * Integer.parseInt(arguments[0]);
        Random random = new Random(5);
        double[][] grid = new double[SIZE][SIZE];
        for (double[] row : grid) {
            for (int i = 0; i < SIZE; i++) {
                row[i] = random.nextDouble();
            }
        }
        CyclicBarrier meeting = new CyclicBarrier(Team.THREADS);
        Team.divide(SIZE - 2, (from, to) -> {
            for (int half = 0; half < halves; half++) {
                for (int row = from + 1; row <= to; row++) {
                    smooth(grid[row - 1], grid[row], grid[row + 1], 1 + (row + half) % 2);
                }
                meeting.await();
            }
        });
        double sum = 0;
        for (double[] row : grid) {
            for (double cell : row) {
                sum += cell;
            }
        }
        System.out.println("relaxation " + sum);
    }

    private static void smooth(double[] above, double[] row, double[] below, int start) {
        for (int i = start; i < SIZE - 1; i += 2) {
            row[i] += 0.3 * (above[i] + below[i] + row[i - 1] + row[i + 1] - 4 * row[i]);
        }
    }
}
