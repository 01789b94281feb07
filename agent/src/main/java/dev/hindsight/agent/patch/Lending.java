package dev.hindsight.agent.patch;

/** What code of the program may touch while its thread runs beside the one that has the turn. */
public enum Lending {
    /** No thread runs beside another. */
    NOTHING,
    /** What belongs to the thread, and what all only read. */
    OWN,
    /** What others may change meanwhile, too. */
    ANYTHING
}
