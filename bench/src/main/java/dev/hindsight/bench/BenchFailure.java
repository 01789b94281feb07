package dev.hindsight.bench;

/** A subject cannot be measured, or its variants did not do the same; the message is for the user. */
final class BenchFailure extends Exception {
    private static final long serialVersionUID = 1;

    BenchFailure(String message) {
        super(message);
    }
}
