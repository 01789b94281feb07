package dev.hindsight.bench.subject;

/** Two threads compute the first coefficients of a Fourier series, each its half of them; the scale is hundreds of coefficients. */
public final class Series {
    private static final int STEPS = 1000;
    private static final double END = 2;

    private Series() {}

    public static void main(String[] arguments) throws InterruptedException {
        int count = 100 * Integer.parseInt(arguments[0]);
        double[][] coefficients = new double[2][count];
        Team.divide(count, (from, to) -> {
            for (int i = from; i < to; i++) {
                coefficients[0][i] = integrate(i, 0);
                coefficients[1][i] = integrate(i, Math.PI / 2);
            }
        });
        double sum = 0;
        for (double[] half : coefficients) {
            for (double coefficient : half) {
                sum += Math.abs(coefficient);
            }
        }
        System.out.println("series " + sum);
    }

    /** Of (x + 1) to the power of x, times a sine of this frequency and phase. */
    private static double integrate(int frequency, double phase) {
        double width = END / STEPS;
        double omega = Math.PI * frequency;
        double sum = 0;
        for (int i = 0; i < STEPS; i++) {
            double x = width * (i + 0.5);
            sum += Math.pow(x + 1, x) * Math.sin(omega * x + phase);
        }
        return sum * width;
    }
}
