package dev.hindsight.bench;

/** One run of each variant of a subject, close to each other in time. */
record Round(Measurement plain, Measurement recorded, Measurement replayed) {}
