package dev.hindsight.runtime;

/**
 * What all threads look at all the time and hardly anybody changes; apart from what the running thread counts, or they would wait
 * for each other's caches.
 */
final class Now {
    /** The thread whose turn it is, once there is more than one; only this one counts. Finalizers run beside it. */
    static Thread running;

    /** How many threads run without their turn; written only by those who have it. */
    static int besides;

    private Now() {}
}
