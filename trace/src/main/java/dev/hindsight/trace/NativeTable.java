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

    public static NativeTable parse(String text) {
        List<NativeRow> rows = new ArrayList<>();
        List<String> owner = null;
        for (String line : text.split("\n")) {
            String stripped = line.strip();
            if (stripped.isEmpty() || stripped.startsWith("#")) {
                continue;
            }
            if (stripped.startsWith("class ")) {
                owner = List.of(stripped.substring("class ".length()).strip().split(" as | +"));
            } else if (owner == null) {
                throw new IllegalArgumentException("native outside a class: " + line);
            } else {
                rows.add(parseRow(rows.size() + 1, owner, stripped));
            }
        }
        return new NativeTable(text, rows);
    }

    private static NativeRow parseRow(int id, List<String> owner, String line) {
        int colon = line.indexOf(" :");
        int open = line.indexOf('(');
        int close = line.indexOf(')');
        if (colon < 0 || open < 0 || close < open || close > colon) {
            throw new IllegalArgumentException("not a row: " + line);
        }
        String[] head = line.substring(0, open).split(" ");
        String parameters = line.substring(open + 1, close);
        List<String> words =
                new ArrayList<>(List.of(line.substring(colon + 2).strip().split(" +")));
        boolean byCall = words.remove("by-call");
        int arrow = words.indexOf("->");
        List<String> in = arrow < 0 ? words : words.subList(0, arrow);
        List<String> out = arrow < 0 ? List.of() : words.subList(arrow + 1, words.size());
        return new NativeRow(
                id,
                owner.get(0),
                owner.subList(1, owner.size()),
                head[1],
                head[0],
                parameters.isEmpty() ? List.of() : List.of(parameters.split(",")),
                byCall,
                items(in),
                items(out));
    }

    private static List<NativeRow.Item> items(List<String> words) {
        List<NativeRow.Item> items = new ArrayList<>();
        NativeRow.Kind kind = null;
        List<String> arguments = new ArrayList<>();
        for (String word : words) {
            boolean argument = word.startsWith("this") || word.chars().allMatch(Character::isDigit) && !word.isEmpty();
            if (argument) {
                arguments.add(word);
            } else if (!word.isEmpty()) {
                if (kind != null) {
                    items.add(new NativeRow.Item(kind, List.copyOf(arguments)));
                }
                kind = NativeRow.Kind.valueOf(word.toUpperCase(Locale.ROOT));
                arguments.clear();
            }
        }
        if (kind != null) {
            items.add(new NativeRow.Item(kind, List.copyOf(arguments)));
        }
        return List.copyOf(items);
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
