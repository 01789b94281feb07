package dev.hindsight.app;

/**
 * Shows text from a recording without letting it command the terminal.
 *
 * <p>A recording holds whatever the program read; escape sequences in it could retitle, recolour or rewrite the screen,
 * and marks of writing direction could make a path look like another.
 */
final class Printable {
    private Printable() {}

    /** On one line. */
    static String line(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> append(shown, c));
        return shown.toString();
    }

    /** With its line breaks and tabs. */
    static String lines(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (c == '\n' || c == '\t') {
                shown.append((char) c);
            } else {
                append(shown, c);
            }
        });
        return shown.toString();
    }

    /** In quotes, on one line. */
    static String quoted(String text) {
        return '"' + line(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
    }

    private static void append(StringBuilder shown, int c) {
        switch (c) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default -> {
                if (isHarmless(c)) {
                    shown.appendCodePoint(c);
                } else {
                    shown.append(String.format(c > 0xffff ? "\\U%08x" : "\\u%04x", c));
                }
            }
        }
    }

    private static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
