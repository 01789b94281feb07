package dev.hindsight.bench;

import java.io.IOException;

/** Finds the scale at which a subject runs long enough. */
final class Calibration {
    /** What is short is mostly start-up, and says little about how long more of it would take. */
    private static final double LARGEST_STEP = 8;

    private static final double SMALLEST_STEP = 1.05;
    private static final double RESERVE = 1.1;

    /** A plain run. */
    interface Trial {
        /** How many seconds a run at this scale takes. */
        double seconds(long scale) throws BenchFailure, IOException, InterruptedException;
    }

    private Calibration() {}

    /** The first scale tried that takes at least so long, hardly more than needed. */
    static long find(long initialScale, double seconds, Trial trial)
            throws BenchFailure, IOException, InterruptedException {
        long scale = initialScale;
        double taken = trial.seconds(scale);
        while (taken < seconds) {
            double step = RESERVE * seconds / taken;
            step = Math.min(LARGEST_STEP, Math.max(SMALLEST_STEP, step));
            scale = (long) Math.ceil(scale * step);
            taken = trial.seconds(scale);
        }
        return scale;
    }
}
