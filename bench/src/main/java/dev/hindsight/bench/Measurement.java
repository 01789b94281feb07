package dev.hindsight.bench;

/**
 * What one run of a JVM took.
 *
 * @param cpuSeconds user and system time of the JVM and of the processes it started
 * @param wallSeconds from the JVM's start to its end
 * @param peakBytes most memory that was resident, as last seen before the end; 0 if the run was too short to look
 */
record Measurement(double cpuSeconds, double wallSeconds, long peakBytes) {}
