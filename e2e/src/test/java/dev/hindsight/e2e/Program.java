package dev.hindsight.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One small program with a main, and what its first comment lines say about running it.
 *
 * <p>The folder above the program's own tells the outcome: {@code pass} or {@code fail}.
 * Beside the source, {@code world/} is what the program finds in its working directory and {@code classpath/} what it finds on its class path. The headers:
 *
 * <pre>
 * // exit 3               the exit code that a failing program ends with
 * // args: a b "c d"      the program's arguments
 * // jvm: -Xmx64m         options of its JVM
 * // stdin: text\n        what is piped into it, with the escapes of Java; without this line, nothing
 * // stdin: closed        standard input is the null device
 * // jdk: 21+             the oldest JDK it runs on
 * // streams: merged      both output streams go to one file, so that their order counts
 * // without: A.class B   files that are missing on its class path, although it was compiled with them
 * // same-as-plain        prints the same, recorded or not
 * // warns                recording it says what a replay might not be able to do
 * </pre>
 *
 * @param stdin what is piped into the program; nothing for the null device
 */
record Program(
        String name,
        Path folder,
        int exitCode,
        List<String> arguments,
        List<String> jvmOptions,
        Optional<String> stdin,
        int oldestJdk,
        Streams streams,
        List<String> missing,
        PlainRun plainRun,
        Warnings warnings) {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final Pattern UNICODE_ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");
    static final int OLDEST_JDK = 17;

    /** Where a process prints. */
    enum Streams {
        SEPARATE,
        /** Standard output goes where standard error goes. */
        MERGED
    }

    /** Whether recording warns. */
    enum Warnings {
        NONE,
        SOME
    }

    /** How the output of a recorded run compares to that of a plain one. */
    enum PlainRun {
        MAY_DIFFER,
        IS_THE_SAME
    }

    /** All programs below {@code root}, by outcome and name. */
    static List<Program> below(Path root) throws IOException {
        List<Program> programs = new ArrayList<>();
        for (String outcome : List.of("fail", "pass")) {
            if (Files.notExists(root.resolve(outcome))) {
                continue;
            }
            try (Stream<Path> folders = Files.list(root.resolve(outcome))) {
                for (Path folder : folders.sorted().toList()) {
                    programs.add(read(folder));
                }
            }
        }
        return programs;
    }

    static Program read(Path folder) throws IOException {
        String name = folder.getFileName().toString();
        List<String> headers = Files.readAllLines(folder.resolve(name + ".java")).stream()
                .takeWhile(line -> line.startsWith("// "))
                .map(line -> line.substring(3))
                .toList();
        Program program = parse(name, folder, headers);
        boolean fails = folder.getParent().endsWith("fail");
        if (fails == (program.exitCode == 0)) {
            throw new IllegalArgumentException(
                    "Program " + name + " ends with exit code " + program.exitCode + " but stands in " + folder);
        }
        return program;
    }

    static Program parse(String name, Path folder, List<String> headers) {
        int exitCode = 0;
        List<String> arguments = List.of();
        List<String> jvmOptions = List.of();
        Optional<String> stdin = Optional.of("");
        int oldestJdk = OLDEST_JDK;
        Streams streams = Streams.SEPARATE;
        List<String> missing = List.of();
        PlainRun plainRun = PlainRun.MAY_DIFFER;
        Warnings warnings = Warnings.NONE;
        for (String header : headers) {
            String value = header.substring(header.indexOf(' ') + 1);
            switch (header.split(" ", 2)[0]) {
                case "exit" -> exitCode = Integer.parseInt(value);
                case "args:" -> arguments = words(value);
                case "jvm:" -> jvmOptions = words(value);
                case "stdin:" -> stdin = value.equals("closed") ? Optional.empty() : Optional.of(unescape(value));
                case "jdk:" -> oldestJdk = Integer.parseInt(value.replace("+", ""));
                case "streams:" -> streams = Streams.valueOf(value.toUpperCase(Locale.ROOT));
                case "without:" -> missing = words(value);
                case "same-as-plain" -> plainRun = PlainRun.IS_THE_SAME;
                case "warns" -> warnings = Warnings.SOME;
                default -> throw new IllegalArgumentException("Program " + name + " has an unknown header: " + header);
            }
        }
        return new Program(
                name, folder, exitCode, arguments, jvmOptions, stdin, oldestJdk, streams, missing, plainRun, warnings);
    }

    /** The same with another option for its JVM. */
    Program with(String jvmOption) {
        List<String> options = new ArrayList<>(jvmOptions);
        options.add(jvmOption);
        return new Program(
                name, folder, exitCode, arguments, options, stdin, oldestJdk, streams, missing, plainRun, warnings);
    }

    Path source() {
        return folder.resolve(name + ".java");
    }

    private static List<String> words(String line) {
        return WORD.matcher(line)
                .results()
                .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                .toList();
    }

    private static String unescape(String text) {
        return UNICODE_ESCAPE
                .matcher(text)
                .replaceAll(match ->
                        Matcher.quoteReplacement(Character.toString((char) Integer.parseInt(match.group(1), 16))))
                .translateEscapes();
    }
}
