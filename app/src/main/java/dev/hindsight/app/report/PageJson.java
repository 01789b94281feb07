package dev.hindsight.app.report;

import java.io.IOException;
import java.util.Map;

/**
 * Writes JSON that can stand inside a script element of a page.
 *
 * <p>Recorded texts may hold anything, and a browser looks for the end of a script before it looks at JSON: so no character of
 * a text that means something to HTML is written as itself, nor any that is not ASCII.
 */
final class PageJson {
    private static final String ESCAPED = "\"\\<>&'`";

    private final Appendable out;

    PageJson(Appendable out) {
        this.out = out;
    }

    /** Maps, lists, arrays of numbers, texts, numbers and booleans. */
    void write(Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator);
                text(entry.getKey().toString());
                out.append(':');
                write(entry.getValue());
                separator = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            list(list);
        } else if (value instanceof long[] numbers) {
            numbers(numbers);
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value.toString());
        } else {
            text(value.toString());
        }
    }

    private void list(Iterable<?> list) throws IOException {
        out.append('[');
        String separator = "";
        for (Object element : list) {
            out.append(separator);
            write(element);
            separator = ",";
        }
        out.append(']');
    }

    private void numbers(long[] numbers) throws IOException {
        out.append('[');
        for (int i = 0; i < numbers.length; i++) {
            out.append(i == 0 ? "" : ",").append(Long.toString(numbers[i]));
        }
        out.append(']');
    }

    private void text(String text) throws IOException {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c > 0x7e || ESCAPED.indexOf(c) >= 0) {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit(c >>> shift & 15, 16));
                }
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
