/**
 * Programs to be measured. Each takes a scale, works in its current directory, leaves it empty and prints a checksum of
 * what it did, and no times: all variants of a run print the same.
 */
package dev.hindsight.bench.subject;
