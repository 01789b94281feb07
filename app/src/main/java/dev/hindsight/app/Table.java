package dev.hindsight.app;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns. */
final class Table {
    private static final String GAP = "  ";

    /** On which side of its column a text stands. */
    enum Side {
        LEFT,
        RIGHT
    }

    private final List<Side> sides;
    private final List<List<String>> rows = new ArrayList<>();

    Table(Side... sides) {
        this.sides = List.of(sides);
    }

    Table row(String... cells) {
        if (cells.length != sides.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + sides.size() + " columns");
        }
        rows.add(List.of(cells));
        return this;
    }

    List<String> lines() {
        int[] widths = new int[sides.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            String padding = " ".repeat(widths[i] - width(cell));
            line.append(i == 0 ? "" : GAP).append(sides.get(i) == Side.LEFT ? cell + padding : padding + cell);
        }
        return line.toString().stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
