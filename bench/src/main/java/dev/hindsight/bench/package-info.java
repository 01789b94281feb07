/** Measures what recording and replaying cost, against plain runs of the same programs. */
package dev.hindsight.bench;
