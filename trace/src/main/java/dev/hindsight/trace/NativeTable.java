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

    private static final Map<String, NativeRow.Kind> KINDS = kinds();
    private static final Map<String, NativeRow.Treatment> TREATMENTS = Map.of(
            "by-call", NativeRow.Treatment.BY_CALL,
            "unsupported", NativeRow.Treatment.UNSUPPORTED,
            "unrecorded", NativeRow.Treatment.UNRECORDED);

    private final String text;
    private final List<NativeRow> rows;

    private NativeTable(String text, List<NativeRow> rows) {
        this.text = text;
        this.rows = List.copyOf(rows);
    }

    private static Map<String, NativeRow.Kind> kinds() {
        Map<String, NativeRow.Kind> kinds = new HashMap<>();
        for (NativeRow.Kind kind : NativeRow.Kind.values()) {
            kinds.put(kind.name().toLowerCase(Locale.ROOT), kind);
        }
        return kinds;
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
        private final byte[] letters;
        private final Map<String, List<String>> parameters = new HashMap<>();
        private final Map<String, Items> items = new HashMap<>();
        /** Of the line. */
        private int number;

        private int open;
        private int close;
        private int colon;
        private int end;

        Parser(String text) throws CorruptRecordingException {
            this.text = text;
            this.letters = text.getBytes(StandardCharsets.ISO_8859_1);
            if (letters.length != text.length()) {
                throw new CorruptRecordingException("it has letters that no native has");
            }
        }

        List<NativeRow> rows() throws CorruptRecordingException {
            List<NativeRow> rows = new ArrayList<>();
            List<String> owner = null;
            int start = 0;
            for (number = 1; start < letters.length; number++) {
                int first = skip(start);
                scan(first);
                boolean blank = first >= end || letters[first] == '#';
                if (!blank && open < 0 && text.startsWith("class ", first)) {
                    owner = owner(text.substring(first, end));
                } else if (!blank) {
                    if (owner == null) {
                        throw error("a native outside a class");
                    }
                    if (rows.size() == MAX_ROWS) {
                        throw error("more than " + MAX_ROWS + " natives");
                    }
                    rows.add(row(rows.size() + 1, owner, first));
                }
                start = end + 1;
            }
            return rows;
        }

        /** The first place that is not blank. */
        private int skip(int start) {
            int at = start;
            while (at < letters.length && (letters[at] == ' ' || letters[at] == '\t')) {
                at++;
            }
            return at;
        }

        /** Finds the end of a line, and what divides a row: looking for each by itself takes a multiple of the time. */
        private void scan(int start) {
            open = -1;
            close = -1;
            colon = -1;
            int at = start;
            while (at < letters.length) {
                byte letter = letters[at];
                if (letter == '\n') {
                    break;
                }
                if (letter == '(' && open < 0) {
                    open = at;
                } else if (letter == ')' && close < 0) {
                    close = at;
                } else if (letter == ':' && colon < 0) {
                    colon = at;
                }
                at++;
            }
            end = at;
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

        /** Where a word ends that stands before the parameters. */
        private int endOfWord(int start) {
            int at = start;
            while (at < open && letters[at] != ' ') {
                at++;
            }
            return at;
        }

        private NativeRow row(int id, List<String> owner, int start) throws CorruptRecordingException {
            int space = endOfWord(start);
            int name = skip(space);
            if (close < open || colon < close || name >= open || endOfWord(name) < open) {
                throw error("not a native");
            }
            Items described = items(text.substring(colon + 1, end));
            return new NativeRow(
                    id,
                    owner.get(0),
                    owner.subList(1, owner.size()),
                    text.substring(name, open),
                    text.substring(start, space),
                    parameters(text.substring(open + 1, close)),
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
                known = read(parts(list, ' '));
                items.put(list, known);
            }
            return known;
        }

        private Items read(List<String> words) throws CorruptRecordingException {
            NativeRow.Treatment treatment = NativeRow.Treatment.IN_PLACE;
            List<NativeRow.Item> in = new ArrayList<>();
            List<NativeRow.Item> out = null;
            int at = 0;
            while (at < words.size()) {
                String word = words.get(at++);
                NativeRow.Treatment other = TREATMENTS.get(word);
                NativeRow.Kind kind = KINDS.get(word);
                if (other != null && treatment == NativeRow.Treatment.IN_PLACE) {
                    treatment = other;
                } else if (out == null && word.equals("->")) {
                    out = new ArrayList<>();
                } else if (kind == null) {
                    throw error("an item of unknown kind");
                } else {
                    int end = at;
                    while (end < words.size() && isArgument(words.get(end))) {
                        end++;
                    }
                    add(out == null ? in : out, new NativeRow.Item(kind, List.copyOf(words.subList(at, end))));
                    at = end;
                }
            }
            return new Items(treatment, List.copyOf(in), out == null ? List.of() : List.copyOf(out));
        }

        private void add(List<NativeRow.Item> items, NativeRow.Item item) throws CorruptRecordingException {
            items.add(item);
            if (items.size() > MAX_ITEMS) {
                throw error("more than " + MAX_ITEMS + " items");
            }
        }

        private static boolean isArgument(String word) {
            char first = word.charAt(0);
            if (first == 't') {
                return word.startsWith("this");
            }
            if (first < '0' || first > '9') {
                return false;
            }
            for (int i = 1; i < word.length(); i++) {
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
