package dev.hindsight.app;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Guesses from a command what the program is called, for the name of a recording. */
final class ProgramName {
    private static final Set<String> OPTIONS_WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module",
            "--enable-native-access",
            "--source");

    private ProgramName() {}

    /** Made of letters, digits, dots, hyphens and underscores. */
    static String of(List<String> command) {
        Path first = Path.of(command.get(0)).getFileName();
        String file = first == null ? "program" : first.toString();
        String name = file.equals("java") ? ofJava(command) : file;
        String safe = name.replaceAll("[^A-Za-z0-9._-]", "_").replaceFirst("^[.-]+", "");
        return safe.isEmpty() ? "program" : safe;
    }

    private static String ofJava(List<String> command) {
        for (int i = 1; i < command.size(); i++) {
            String word = command.get(i);
            boolean last = i + 1 == command.size();
            if (word.equals("-jar") && !last) {
                return fileName(command.get(i + 1), ".jar");
            }
            if ((word.equals("-m") || word.equals("--module")) && !last) {
                return simple(command.get(i + 1));
            }
            if (word.startsWith("--module=")) {
                return simple(word.substring("--module=".length()));
            }
            if (OPTIONS_WITH_VALUE.contains(word)) {
                i++;
            } else if (!word.startsWith("-") && !word.startsWith("@")) {
                return word.endsWith(".java") ? fileName(word, ".java") : simple(word);
            }
        }
        return "java";
    }

    private static String fileName(String path, String suffix) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
    }

    private static String simple(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
    }
}
