package dev.hindsight.bench;

import java.util.Locale;

/** How often a program failed in one way of running it, and what its runs took. */
final class FailureRate {
    private static final double MILLIS = 1000;

    private int runs;
    private int failures;
    private long millis;
    private long firstFailureMillis;

    void add(boolean failed, long tookMillis) {
        runs++;
        millis += tookMillis;
        if (failed) {
            failures++;
            firstFailureMillis = failures == 1 ? millis : firstFailureMillis;
        }
    }

    /** Failures of runs, the time from the first run to the end of the first that failed, the time of all runs by failure. */
    String cell() {
        String count = failures + " of " + runs + "; ";
        return failures == 0
                ? count + "none in " + seconds(millis)
                : count + seconds(firstFailureMillis) + ", " + seconds(millis / failures);
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / MILLIS);
    }

    /** How many times as often this one failed as the other one did, if that can be told. */
    String times(FailureRate other) {
        if (other.failures == 0 || runs == 0) {
            return "–";
        }
        double ratio = (double) failures * other.runs / ((double) other.failures * runs);
        return String.format(Locale.ROOT, "%.1f", ratio);
    }
}
