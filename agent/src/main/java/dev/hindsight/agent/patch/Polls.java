package dev.hindsight.agent.patch;

/** Where a running thread can be made to wait in a class. */
public enum Polls {
    NOWHERE,
    /** Before jumps backwards. */
    IN_LOOPS,
    /** At the beginning of methods, too. */
    EVERYWHERE
}
