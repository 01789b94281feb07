package dev.hindsight.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
        return new NativeTable(text, new Parser(text).rows());
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

    /** Takes a table apart before a program starts, so it is quick: what many rows have in common is looked at once. */
    private static final class Parser {
        private final String text;
        private final Map<String, NativeRow.Kind> kinds = new HashMap<>();
        private final Map<String, List<String>> parameters = new HashMap<>();
        private final Map<String, Items> items = new HashMap<>();
        private int number;

        Parser(String text) {
            this.text = text;
            for (NativeRow.Kind kind : NativeRow.Kind.values()) {
                kinds.put(kind.name().toLowerCase(Locale.ROOT), kind);
            }
        }

        List<NativeRow> rows() throws CorruptRecordingException {
            List<NativeRow> rows = new ArrayList<>();
            List<String> owner = null;
            int start = 0;
            for (number = 1; start < text.length(); number++) {
                int end = end(text, '\n', start);
                String line = text.substring(start, end).strip();
                start = end + 1;
                if (line.isEmpty() || line.startsWith("#")) {
                    continue;
                }
                if (line.startsWith("class ")) {
                    owner = owner(line);
                } else if (owner == null) {
                    throw error("a native outside a class");
                } else if (rows.size() == MAX_ROWS) {
                    throw error("more than " + MAX_ROWS + " natives");
                } else {
                    rows.add(row(rows.size() + 1, owner, line));
                }
            }
            return rows;
        }

        private List<String> owner(String line) throws CorruptRecordingException {
            List<String> words = parts(line, ' ');
            words.remove(0);
            words.remove("as");
            if (words.isEmpty()) {
                throw error("a class without a name");
            }
            return List.copyOf(words);
        }

        private NativeRow row(int id, List<String> owner, String line) throws CorruptRecordingException {
            int colon = line.indexOf(" :");
            int open = line.indexOf('(');
            int close = line.indexOf(')');
            if (colon < 0 || open < 0 || close < open || close > colon) {
                throw error("not a native");
            }
            List<String> head = parts(line.substring(0, open), ' ');
            if (head.size() != 2) {
                throw error("not a native");
            }
            Items described = items(line.substring(colon + 2));
            return new NativeRow(
                    id,
                    owner.get(0),
                    owner.subList(1, owner.size()),
                    head.get(1),
                    head.get(0),
                    parameters(line.substring(open + 1, close)),
                    described.treatment,
                    described.in,
                    described.out);
        }

        private List<String> parameters(String list) {
            List<String> known = parameters.get(list);
            if (known == null) {
                known = List.copyOf(parts(list, ','));
                parameters.put(list, known);
            }
            return known;
        }

        private Items items(String list) throws CorruptRecordingException {
            Items known = items.get(list);
            if (known == null) {
                List<String> words = parts(list, ' ');
                NativeRow.Treatment treatment = treatment(words);
                int arrow = words.indexOf("->");
                List<String> in = arrow < 0 ? words : words.subList(0, arrow);
                List<String> out = arrow < 0 ? List.of() : words.subList(arrow + 1, words.size());
                known = new Items(treatment, items(in), items(out));
                items.put(list, known);
            }
            return known;
        }

        private static NativeRow.Treatment treatment(List<String> words) {
            if (words.remove("by-call")) {
                return NativeRow.Treatment.BY_CALL;
            }
            if (words.remove("unsupported")) {
                return NativeRow.Treatment.UNSUPPORTED;
            }
            return words.remove("unrecorded") ? NativeRow.Treatment.UNRECORDED : NativeRow.Treatment.IN_PLACE;
        }

        private List<NativeRow.Item> items(List<String> words) throws CorruptRecordingException {
            List<NativeRow.Item> found = new ArrayList<>();
            int at = 0;
            while (at < words.size()) {
                NativeRow.Kind kind = kinds.get(words.get(at++));
                if (kind == null) {
                    throw error("an item of unknown kind");
                }
                List<String> arguments = new ArrayList<>();
                while (at < words.size() && isArgument(words.get(at))) {
                    arguments.add(words.get(at++));
                }
                found.add(new NativeRow.Item(kind, List.copyOf(arguments)));
                if (found.size() > MAX_ITEMS) {
                    throw error("more than " + MAX_ITEMS + " items");
                }
            }
            return List.copyOf(found);
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

        private CorruptRecordingException error(String what) {
            return new CorruptRecordingException("line " + number + ": " + what);
        }
    }

    /** What stands behind the colon of a row. */
    private static final class Items {
        private final NativeRow.Treatment treatment;
        private final List<NativeRow.Item> in;
        private final List<NativeRow.Item> out;

        Items(NativeRow.Treatment treatment, List<NativeRow.Item> in, List<NativeRow.Item> out) {
            this.treatment = treatment;
            this.in = in;
            this.out = out;
        }
    }
}
