package dev.hindsight.app;

import java.util.ArrayList;
import java.util.List;

/** What {@code --help} shows. */
final class HelpText {
    static final int WIDTH = 80;
    private static final int GAP = 3;
    private static final int HANGING = 2;
    private static final String NO_BRIEF = "    ";

    private final StringBuilder text = new StringBuilder();

    static String of(Usage usage) {
        HelpText help = new HelpText();
        help.synopsis("hindsight " + usage.name(), tokens(usage));
        for (String paragraph : usage.description()) {
            help.paragraph(paragraph);
        }
        help.line("");
        List<String[]> rows = new ArrayList<>();
        usage.parameter()
                .ifPresent(parameter ->
                        rows.add(new String[] {NO_BRIEF + parameter.withArity(), parameter.description()}));
        for (Option option : usage.options()) {
            String[] row = new String[1 + option.description().size()];
            String brief = option.brief().isEmpty() ? NO_BRIEF : option.brief() + ", ";
            row[0] = brief + option.withLabel(option.name());
            for (int i = 1; i < row.length; i++) {
                row[i] = option.description().get(i - 1);
            }
            rows.add(row);
        }
        help.table(rows);
        return help.toString();
    }

    private static List<String> tokens(Usage usage) {
        List<String> tokens = new ArrayList<>(List.of("[-h]", "[-V]"));
        for (Option option : usage.options()) {
            if (option == Option.HELP || option == Option.VERSION) {
                continue;
            }
            String form = option.withLabel(option.brief().isEmpty() ? option.name() : option.brief());
            tokens.add(
                    switch (option.times()) {
                        case AT_MOST_ONCE -> "[" + form + "]";
                        case ANY_NUMBER -> "[" + form + "]...";
                        case AT_LEAST_ONCE -> form + "...";
                    });
        }
        usage.parameter().ifPresent(parameter -> {
            if (parameter.arity() == Usage.Arity.ALL_THE_REST) {
                tokens.add("[--]");
            }
            tokens.add(parameter.withArity());
        });
        return tokens;
    }

    /** The first line; if it is too long, it goes on below its options. */
    void synopsis(String command, List<String> tokens) {
        String start = "Usage: " + command;
        StringBuilder line = new StringBuilder(start);
        for (String token : tokens) {
            if (line.length() + 1 + token.length() > WIDTH) {
                line(line.toString());
                line = new StringBuilder(" ".repeat(start.length()));
            }
            line.append(' ').append(token);
        }
        line(line.toString());
    }

    void paragraph(String paragraph) {
        wrap(paragraph, WIDTH).forEach(this::line);
    }

    void line(String line) {
        text.append(line).append('\n');
    }

    /** @param rows each with what it explains, and then one paragraph or more */
    void table(List<String[]> rows) {
        int column = 0;
        for (String[] row : rows) {
            column = Math.max(column, HANGING + row[0].length() + GAP);
        }
        for (String[] row : rows) {
            StringBuilder start = new StringBuilder(" ".repeat(HANGING)).append(row[0]);
            for (int i = 1; i < row.length; i++) {
                for (String line : hanging(row[i], WIDTH - column)) {
                    start.append(" ".repeat(column - start.length()));
                    line(start + line);
                    start.setLength(0);
                }
            }
        }
    }

    /** Wrapped, with all lines but the first indented. */
    private static List<String> hanging(String paragraph, int width) {
        List<String> first = wrap(paragraph, width);
        if (first.size() < 2) {
            return first;
        }
        List<String> lines = new ArrayList<>(List.of(first.get(0)));
        String rest = paragraph.substring(first.get(0).length()).strip();
        for (String line : wrap(rest, width - HANGING)) {
            lines.add(" ".repeat(HANGING) + line);
        }
        return lines;
    }

    /** The words of a text in lines that are not longer than this, if they fit. */
    static List<String> wrap(String paragraph, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : paragraph.split(" ")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
