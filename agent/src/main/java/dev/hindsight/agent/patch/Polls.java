package dev.hindsight.agent.patch;

/** Where a running thread can be made to wait in a class. */
public enum Polls {
    NOWHERE,
    /** Before jumps backwards. */
    IN_LOOPS,
    /** At the end of methods that call themselves, too, and before a static field is written that was read. */
    EVERYWHERE,
    /** Before any field is written that was read, too: who tries one seed after the other looks for lost updates. */
    BEFORE_WRITES,
    /**
     * Before whatever other threads may see or change, too: fields, elements of arrays that are written, monitors and calls of the
     * JDK. Then a thread can be made to wait between any two of them.
     */
    BEFORE_ACCESSES
}
