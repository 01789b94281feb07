package dev.hindsight.app;

/** The word with which the user calls the tool: commands that are shown can be used as they are. */
final class ToolWord {
    private ToolWord() {}

    /** For a shell; set by the script that starts the tool, if it is not in {@code PATH}. */
    static String get() {
        return ShellWords.quote(System.getProperty("hindsight.command", "hindsight"));
    }
}
