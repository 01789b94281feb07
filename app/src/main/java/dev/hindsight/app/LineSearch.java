package dev.hindsight.app;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Looks for an expression in the lines of an output as they come. A line that is very long is looked at in pieces. */
final class LineSearch extends OutputStream {
    private static final int PIECE_BYTES = 1 << 16;

    private final Pattern pattern;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private Optional<String> found = Optional.empty();
    private boolean tooDeep;

    LineSearch(Pattern pattern) {
        this.pattern = pattern;
    }

    @Override
    public void write(int one) {
        if (found.isEmpty()) {
            if (one == '\n') {
                look();
            } else {
                line.write(one);
                if (line.size() == PIECE_BYTES) {
                    look();
                }
            }
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length && found.isEmpty(); i++) {
            write(bytes[i]);
        }
    }

    private void look() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        try {
            if (pattern.matcher(text).find()) {
                found = Optional.of(text);
            }
        } catch (StackOverflowError e) {
            // So deep does an expression go that repeats a group of alternatives.
            tooDeep = true;
        }
    }

    /** Whether the expression went too deep for a line, of which is not known then whether it has a match. */
    boolean isTooDeep() {
        return tooDeep;
    }

    /** The first line with a match; the last line need not have an end. */
    Optional<String> found() {
        if (found.isEmpty() && line.size() > 0) {
            look();
        }
        return found;
    }
}
