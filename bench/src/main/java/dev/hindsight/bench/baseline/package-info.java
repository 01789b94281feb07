/**
 * Recorders from the literature, for comparison only: a Java agent that records every access as LEAP or as Light does.
 *
 * <p>Runs in the JVM of a subject. Nothing of the product uses it; docs/benchmarks.md says what it does and leaves out.
 */
package dev.hindsight.bench.baseline;
