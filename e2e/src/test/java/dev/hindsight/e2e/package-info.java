/**
 * Records and replays whole programs, and checks what the modules and jars look like.
 *
 * <p>The programs in {@code src/programs} are the specification; {@link dev.hindsight.e2e.RoundTrip} says what happens
 * to each of them.
 */
package dev.hindsight.e2e;
