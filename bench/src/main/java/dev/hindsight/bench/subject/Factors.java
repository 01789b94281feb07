package dev.hindsight.bench.subject;

import java.util.Random;
import java.util.concurrent.CyclicBarrier;

/** Two threads factorise matrices into two triangular ones, and meet after each column; the scale is the number of matrices. */
public final class Factors {
    private static final int SIZE = 700;

    private Factors() {}

    public static void main(String[] arguments) throws InterruptedException {
        double sum = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            double[][] matrix = random(i);
            CyclicBarrier meeting = new CyclicBarrier(Team.THREADS);
            Team.divide(Team.THREADS, (part, next) -> {
                for (int column = 0; column < SIZE - 1; column++) {
                    if (part == 0) {
                        pivot(matrix, column);
                    }
                    meeting.await();
                    eliminate(matrix, column, column + 1 + part);
                    meeting.await();
                }
            });
            for (int row = 0; row < SIZE; row++) {
                sum += Math.log(Math.abs(matrix[row][row]));
            }
        }
        System.out.println("factors " + sum);
    }

    private static double[][] random(int seed) {
        Random random = new Random(seed);
        double[][] matrix = new double[SIZE][SIZE];
        for (double[] row : matrix) {
            for (int i = 0; i < SIZE; i++) {
                row[i] = random.nextDouble() - 0.5;
            }
        }
        return matrix;
    }

    /** Puts the row with the largest element of a column first of those that are left. */
    private static void pivot(double[][] matrix, int column) {
        int largest = column;
        for (int row = column + 1; row < SIZE; row++) {
            if (Math.abs(matrix[row][column]) > Math.abs(matrix[largest][column])) {
                largest = row;
            }
        }
        double[] first = matrix[column];
        matrix[column] = matrix[largest];
        matrix[largest] = first;
    }

    /** Every other row from one on. */
    private static void eliminate(double[][] matrix, int column, int from) {
        double[] pivot = matrix[column];
        for (int row = from; row < SIZE; row += Team.THREADS) {
            double[] changed = matrix[row];
            double factor = changed[column] / pivot[column];
            changed[column] = factor;
            subtract(changed, pivot, factor, column + 1);
        }
    }

    private static void subtract(double[] changed, double[] pivot, double factor, int from) {
        for (int i = from; i < SIZE; i++) {
            changed[i] -= factor * pivot[i];
        }
    }
}
