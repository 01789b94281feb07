package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One of the numbered examples: a program with a bug, and a page that shows how to find it. Blocks of the page that are marked
 * as {@code text} are what a terminal shows, those marked as {@code diff} are the fix.
 */
record Example(Path directory) {
    /** Where in a source something happens is compared, all other numbers are not. */
    private static final Pattern NUMBERS = Pattern.compile("(\\.java:\\d+)|\\d+(?:\\.\\d+)?");

    /** A command as it is typed, and the lines that it is shown to print. */
    record Typed(String command, List<String> shown) {
        boolean isRecord() {
            return command.startsWith("hindsight record ");
        }
    }

    static List<Example> all() throws IOException {
        try (Stream<Path> directories = Files.list(Checkout.examples())) {
            return directories
                    .filter(directory -> directory.getFileName().toString().matches("\\d\\d-.*"))
                    .sorted()
                    .map(Example::new)
                    .toList();
        }
    }

    String name() {
        return directory.getFileName().toString();
    }

    List<Typed> terminal() throws IOException {
        List<Typed> commands = new ArrayList<>();
        for (String line : blocks("text").stream().flatMap(List::stream).toList()) {
            if (line.startsWith("$ ")) {
                commands.add(new Typed(line.substring(2), new ArrayList<>()));
            } else if (!line.strip().startsWith("…")) {
                commands.get(commands.size() - 1).shown.add(line);
            }
        }
        return commands;
    }

    /** Whether a line that was printed is one that the page shows, where … stands for anything. */
    static boolean isShown(String line, String shown) {
        String pattern =
                Stream.of(masked(shown).split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return masked(line).matches(pattern);
    }

    private static String masked(String line) {
        return NUMBERS.matcher(line)
                .replaceAll(number -> number.group(1) == null ? "0" : number.group(1))
                .replaceAll("\\s+", " ")
                .strip();
    }

    void copySourceTo(Path place) throws IOException {
        Files.writeString(place.resolve(source().getFileName()), Files.readString(source()));
    }

    /** The source with the fix, each block of which replaces one place. */
    void copyFixedSourceTo(Path place) throws IOException {
        String text = Files.readString(source());
        assertThat(blocks("diff")).isNotEmpty();
        for (List<String> block : blocks("diff")) {
            String old = without("+", block);
            assertThat(text.split(Pattern.quote(old), -1)).as(old).hasSize(2);
            text = text.replace(old, without("-", block));
        }
        Files.writeString(place.resolve(source().getFileName()), text);
    }

    private static String without(String sign, List<String> block) {
        return block.stream()
                .filter(line -> !line.startsWith(sign))
                .map(line -> line.substring(1) + "\n")
                .collect(Collectors.joining());
    }

    private Path source() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private List<List<String>> blocks(String language) throws IOException {
        List<List<String>> blocks = new ArrayList<>();
        List<String> block = null;
        for (String line : Files.readAllLines(directory.resolve("README.md"))) {
            if (line.startsWith("```")) {
                block = line.equals("```" + language) ? new ArrayList<>() : null;
                if (block != null) {
                    blocks.add(block);
                }
            } else if (block != null) {
                block.add(line);
            }
        }
        return blocks;
    }
}
