package dev.hindsight.bench;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A value with the interval that holds the true one with a confidence of 95 %.
 *
 * <p>The samples come in pairs, taken close to each other in time, so what slows both down cancels out. A ratio is that
 * of the means; its error follows from the delta method: with r = mean(y) / mean(x), the residuals y − r·x have mean 0,
 * and the standard error of r is that of their mean divided by mean(x). The quantile is Student's, with one degree of
 * freedom less than there are pairs. One pair gives an interval without bounds.
 */
record Estimate(double value, double low, double high) {
    /** Student's t for 97.5 % and 1, 2, … degrees of freedom. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double NORMAL = 1.95996;

    static Estimate mean(List<Double> samples) {
        return around(average(samples), samples, 1);
    }

    /** How much more the others take than the base, on average. */
    static Estimate difference(List<Double> base, List<Double> others) {
        return mean(residuals(base, others, 1));
    }

    static Estimate ratio(List<Double> base, List<Double> others) {
        double ratio = average(others) / average(base);
        return around(ratio, residuals(base, others, ratio), average(base));
    }

    private static Estimate around(double value, List<Double> residuals, double divisor) {
        int count = residuals.size();
        if (count == 1) {
            return new Estimate(value, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        double error = Math.sqrt(variance(residuals) / count) / Math.abs(divisor);
        double margin = student(count - 1) * error;
        return new Estimate(value, value - margin, value + margin);
    }

    private static List<Double> residuals(List<Double> base, List<Double> others, double factor) {
        if (base.size() != others.size()) {
            throw new IllegalArgumentException(base.size() + " samples cannot be paired with " + others.size());
        }
        return IntStream.range(0, base.size())
                .mapToObj(i -> others.get(i) - factor * base.get(i))
                .toList();
    }

    static double average(List<Double> samples) {
        return samples.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private static double variance(List<Double> samples) {
        double mean = average(samples);
        double squares =
                samples.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
        return squares / (samples.size() - 1);
    }

    /** Beyond the table, the first term of the expansion around the normal distribution is exact enough. */
    static double student(int degrees) {
        return degrees <= STUDENT.length
                ? STUDENT[degrees - 1]
                : NORMAL + (Math.pow(NORMAL, 3) + NORMAL) / (4 * degrees);
    }

    boolean bounded() {
        return Double.isFinite(low) && Double.isFinite(high);
    }
}
