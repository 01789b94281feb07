package dev.hindsight.bench.subject;

/** Does nothing: what is left to measure is the start. */
public final class Empty {
    private Empty() {}

    public static void main(String[] arguments) {
        // Nothing is what this program is for.
    }
}
