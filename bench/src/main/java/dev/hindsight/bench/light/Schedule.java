package dev.hindsight.bench.light;

/**
 * What a solver found.
 *
 * @param order the accesses that the log names, one after the other; empty if there is none or it was not found
 * @param conflicts how often the solver had to take something back
 * @param implied how many of these told the order of two groups for good: the other order closes a cycle
 * @param undone steps that were taken back
 */
record Schedule(Verdict verdict, long[] order, int conflicts, int implied, long undone) {
    /** How the search ended. */
    enum Verdict {
        SOLVED,
        UNSATISFIABLE,
        /** Neither a schedule nor a proof that there is none was found within the limits. */
        UNDECIDED
    }
}
