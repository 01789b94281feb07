package dev.hindsight.app;

/** A number of things, as people say it. */
final class Count {
    private Count() {}

    /** @param thing in the singular; its plural ends in s */
    static String of(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
