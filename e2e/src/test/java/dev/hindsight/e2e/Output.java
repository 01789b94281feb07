package dev.hindsight.e2e;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Predicate;

/** Compares what programs printed, byte by byte, and tells their lines from Hindsight's. */
final class Output {
    private static final int SHOWN = 200;

    private Output() {}

    /** Fails with the place and both sides of the first difference. */
    static void requireSame(String what, byte[] expected, byte[] actual) {
        int at = Arrays.mismatch(expected, actual);
        if (at < 0) {
            return;
        }
        throw new AssertionError(what + " differs at byte " + at + ", line " + lineAt(expected, at) + " (expected "
                + expected.length + " bytes, got " + actual.length + ")\n  expected: " + around(expected, at)
                + "\n  actual:   " + around(actual, at));
    }

    /** What the program printed: without the lines that carry the tool's name. */
    static byte[] withoutRemarks(byte[] err) {
        return without(err, line -> line.startsWith("hindsight: "));
    }

    /** What the program printed: without the verdict of a check, which is the last line. */
    static byte[] withoutVerdict(byte[] err) {
        int start = lastLine(err);
        if (!new String(err, start, err.length - start, StandardCharsets.UTF_8).startsWith("faithful: ")) {
            throw new AssertionError("The last line of a check is no 'faithful: ...' but: " + around(err, start));
        }
        return Arrays.copyOf(err, start);
    }

    /** Fails unless one line of {@code err} starts with {@code prefix}. */
    static void requireLine(String prefix, byte[] err) {
        if (new String(err, StandardCharsets.UTF_8).lines().noneMatch(line -> line.startsWith(prefix))) {
            throw new AssertionError(
                    "No line '" + prefix + "...' on stderr, whose end is: " + around(err, lastLine(err)));
        }
    }

    static void requireNoLine(String prefix, byte[] err) {
        new String(err, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(prefix))
                .findFirst()
                .ifPresent(line -> {
                    throw new AssertionError("Not to be said on stderr: " + line);
                });
    }

    private static byte[] without(byte[] text, Predicate<String> line) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream(text.length);
        for (int start = 0; start < text.length; ) {
            int end = start;
            while (end < text.length && text[end] != '\n') {
                end++;
            }
            int next = Math.min(end + 1, text.length);
            if (!line.test(new String(text, start, end - start, StandardCharsets.UTF_8))) {
                kept.write(text, start, next - start);
            }
            start = next;
        }
        return kept.toByteArray();
    }

    private static int lastLine(byte[] text) {
        int start = Math.max(0, text.length - 1);
        while (start > 0 && text[start - 1] != '\n') {
            start--;
        }
        return start;
    }

    private static long lineAt(byte[] text, int at) {
        long line = 1;
        for (int i = 0; i < Math.min(at, text.length); i++) {
            line += text[i] == '\n' ? 1 : 0;
        }
        return line;
    }

    /** The line that {@code at} is in, from a little before it. */
    private static String around(byte[] text, int at) {
        int start = Math.min(at, text.length);
        while (start > 0 && text[start - 1] != '\n' && at - start < SHOWN) {
            start--;
        }
        int end = Math.min(text.length, at + SHOWN);
        String shown = new String(text, start, end - start, StandardCharsets.UTF_8);
        return at >= text.length ? shown + "<end>" : shown.replace("\n", "\\n");
    }
}
