package dev.hindsight.bench.subject;

import java.util.Random;

/** Two threads, new ones each time, multiply a sparse matrix with a vector; the scale is tens of products. */
public final class Products {
    private static final int SIZE = 200_000;
    private static final int ENTRIES = 8;

    private Products() {}

    public static void main(String[] arguments) throws InterruptedException {
        Random random = new Random(8);
        int[] columns = random.ints((long) SIZE * ENTRIES, 0, SIZE).toArray();
        double[] values = random.doubles((long) SIZE * ENTRIES).toArray();
        double[] vector = random.doubles(SIZE).toArray();
        double[] product = new double[SIZE];
        for (int i = 0; i < 10 * Integer.parseInt(arguments[0]); i++) {
            double[] from = vector;
            double[] to = product;
            Team.divide(SIZE, (first, last) -> multiply(columns, values, from, to, first, last));
            vector = to;
            product = from;
        }
        System.out.println("products " + vector[0] + " " + vector[SIZE - 1]);
    }

    private static void multiply(int[] columns, double[] values, double[] from, double[] to, int first, int last) {
        for (int row = first; row < last; row++) {
            double sum = 0;
            for (int i = row * ENTRIES; i < (row + 1) * ENTRIES; i++) {
                sum += values[i] * from[columns[i]];
            }
            to[row] = sum / 4;
        }
    }
}
