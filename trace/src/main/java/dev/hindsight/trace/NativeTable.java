package dev.hindsight.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of recorded natives; a copy travels in each recording, so that any reader can take its events apart. */
public final class NativeTable {
    private static final int MAX_ROWS = 1 << 14;
    /** Some items take no bytes of the log, so a row may not have any number of them. */
    private static final int MAX_ITEMS = 64;

    private static final int MAX_DIGITS = 3;

    private final String text;
    private final List<NativeRow> rows;

    private NativeTable(String text, List<NativeRow> rows) {
        this.text = text;
        this.rows = List.copyOf(rows);
    }

    /** The table this version records with. */
    public static NativeTable current() {
        try (InputStream in = NativeTable.class.getResourceAsStream("natives.txt")) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes a table apart; an error names the line but does not show it, since it may come from anywhere. */
    public static NativeTable parse(String text) throws CorruptRecordingException {
        List<NativeRow> rows = new ArrayList<>();
        List<String> owner = null;
        int start = 0;
        for (int number = 1; start < text.length(); number++) {
            int end = end(text, '\n', start);
            String line = text.substring(start, end).strip();
            start = end + 1;
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("class ")) {
                owner = parseOwner(number, line);
            } else if (owner == null) {
                throw error(number, "a native outside a class");
            } else if (rows.size() == MAX_ROWS) {
                throw error(number, "more than " + MAX_ROWS + " natives");
            } else {
                rows.add(parseRow(number, rows.size() + 1, owner, line));
            }
        }
        return new NativeTable(text, rows);
    }

    private static List<String> parseOwner(int number, String line) throws CorruptRecordingException {
        List<String> words = parts(line, ' ');
        words.remove(0);
        words.remove("as");
        if (words.isEmpty()) {
            throw error(number, "a class without a name");
        }
        return List.copyOf(words);
    }

    private static NativeRow parseRow(int number, int id, List<String> owner, String line)
            throws CorruptRecordingException {
        int colon = line.indexOf(" :");
        int open = line.indexOf('(');
        int close = line.indexOf(')');
        if (colon < 0 || open < 0 || close < open || close > colon) {
            throw error(number, "not a native");
        }
        List<String> head = parts(line.substring(0, open), ' ');
        if (head.size() != 2) {
            throw error(number, "not a native");
        }
        List<String> words = parts(line.substring(colon + 2), ' ');
        NativeRow.Treatment treatment = words.remove("by-call")
                ? NativeRow.Treatment.BY_CALL
                : words.remove("unsupported") ? NativeRow.Treatment.UNSUPPORTED : NativeRow.Treatment.IN_PLACE;
        int arrow = words.indexOf("->");
        List<String> in = arrow < 0 ? words : words.subList(0, arrow);
        List<String> out = arrow < 0 ? List.of() : words.subList(arrow + 1, words.size());
        return new NativeRow(
                id,
                owner.get(0),
                owner.subList(1, owner.size()),
                head.get(1),
                head.get(0),
                List.copyOf(parts(line.substring(open + 1, close), ',')),
                treatment,
                items(number, in),
                items(number, out));
    }

    private static List<NativeRow.Item> items(int number, List<String> words) throws CorruptRecordingException {
        List<NativeRow.Item> items = new ArrayList<>();
        int at = 0;
        while (at < words.size()) {
            NativeRow.Kind kind = kind(number, words.get(at++));
            List<String> arguments = new ArrayList<>();
            while (at < words.size() && isArgument(words.get(at))) {
                arguments.add(words.get(at++));
            }
            items.add(new NativeRow.Item(kind, List.copyOf(arguments)));
            if (items.size() > MAX_ITEMS) {
                throw error(number, "more than " + MAX_ITEMS + " items");
            }
        }
        return List.copyOf(items);
    }

    private static NativeRow.Kind kind(int number, String word) throws CorruptRecordingException {
        try {
            return NativeRow.Kind.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw error(number, "an item of unknown kind");
        }
    }

    private static boolean isArgument(String word) {
        if (word.startsWith("this")) {
            return true;
        }
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                return false;
            }
        }
        return word.length() <= MAX_DIGITS;
    }

    /** The parts between separators, without empty ones. */
    private static List<String> parts(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = end(text, separator, start);
            if (end > start) {
                parts.add(text.substring(start, end));
            }
            start = end + 1;
        }
        return parts;
    }

    private static int end(String text, char separator, int start) {
        int end = text.indexOf(separator, start);
        return end < 0 ? text.length() : end;
    }

    private static CorruptRecordingException error(int line, String what) {
        return new CorruptRecordingException("line " + line + ": " + what);
    }

    public String text() {
        return text;
    }

    public List<NativeRow> rows() {
        return rows;
    }

    /** The row with this number. */
    public NativeRow row(int id) throws CorruptRecordingException {
        if (id < 1 || id > rows.size()) {
            throw new CorruptRecordingException("no native has number " + id);
        }
        return rows.get(id - 1);
    }

    /** The row of a method, named as {@code owner} with dots and {@code name}; the first that matches. */
    public NativeRow named(String owner, String name) {
        for (NativeRow row : rows) {
            if (row.owner().equals(owner) && row.name().equals(name)) {
                return row;
            }
        }
        throw new IllegalArgumentException(owner + "." + name + " is not in the table of natives");
    }
}
