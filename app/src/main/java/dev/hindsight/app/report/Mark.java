package dev.hindsight.app.report;

/**
 * What happened beside the steps: an event of the recording.
 *
 * @param thread its number in the recording
 * @param order its place among all events; the largest number there is for what was under way at the end
 * @param name of the native
 * @param text what went in and came out, or what was printed
 */
public record Mark(int thread, long order, Kind kind, String name, String text) {
    /** What is told apart on the page; it goes by the order of these. */
    public enum Kind {
        EVENT,
        /** A thread let others run. */
        TURN,
        OUTPUT,
        ERRORS
    }
}
