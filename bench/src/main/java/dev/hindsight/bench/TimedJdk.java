package dev.hindsight.bench;

import dev.hindsight.trace.PreparedClasses;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory that passes for a JDK and measures each JVM that is started from it.
 *
 * <p>Its {@code bin/java} is a script that runs the real one and then writes down what the kernel charged it for. All
 * variants of a run go through it: plainly, from {@code hindsight record} and from {@code hindsight replay --jdk}. So
 * what is measured is the JVM that the tool starts, with the options that the tool gives it, and nothing of the tool.
 *
 * <p>The shell's {@code times} tells the time of processes that have ended, to the millisecond in bash and to the clock
 * tick, usually 10 ms, in other shells. When the JVM started and ended is told by the times of the script's files.
 */
final class TimedJdk {
    private static final Pattern TIMES = Pattern.compile("(\\d+)m(\\d+)[.,](\\d+)s\\s+(\\d+)m(\\d+)[.,](\\d+)s");
    private static final Path BASH = Path.of("/bin/bash");

    private final Path home;
    private final Path timesFile;
    private final Path shellFile;

    private TimedJdk(Path home, Path results) {
        this.home = home;
        this.timesFile = results.resolve("times");
        this.shellFile = results.resolve("shell");
    }

    /**
     * @param real the JDK to measure with
     * @param directory does not exist
     */
    static TimedJdk create(Path real, Path directory) throws IOException {
        TimedJdk jdk = new TimedJdk(directory.resolve("home"), directory);
        Files.createDirectories(jdk.home.resolve("bin"));
        try (Stream<Path> entries = Files.list(real)) {
            for (Path entry : entries.toList()) {
                if (!entry.endsWith("bin")) {
                    Files.createSymbolicLink(jdk.home.resolve(entry.getFileName()), entry);
                }
            }
        }
        Files.createFile(
                jdk.java(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(jdk.java(), jdk.script(real));
        return jdk;
    }

    private String script(Path real) {
        return String.join(
                "\n",
                List.of(
                        "#!" + (Files.isExecutable(BASH) ? BASH : "/bin/sh"),
                        "echo $$ >" + quote(shellFile),
                        quote(real.resolve("bin").resolve("java")) + " \"$@\"",
                        "code=$?",
                        "times >" + quote(timesFile),
                        "exit $code",
                        ""));
    }

    private static String quote(Path file) {
        return "'" + file.toString().replace("'", "'\\''") + "'";
    }

    Path home() {
        return home;
    }

    Path java() {
        return home.resolve("bin").resolve("java");
    }

    /**
     * Keeps the tool from preparing the JDK's classes before each run: it looks for them under the name of this JDK,
     * where they never are, while the agent finds those of the real one.
     */
    void claimPrepared(Path cache, Path agent) throws IOException {
        PreparedClasses files = PreparedClasses.in(cache.toFile(), home.toFile(), agent.toFile());
        for (File file : List.of(files.always(), files.turns())) {
            if (!file.exists()) {
                Files.createFile(file.toPath());
            }
        }
    }

    /** Forgets the last run; to be called before each. */
    void reset() throws IOException {
        Files.deleteIfExists(shellFile);
        Files.deleteIfExists(timesFile);
    }

    /** The script that runs now, so that what it started can be looked at; -1 before it started. */
    long shell() throws IOException {
        try {
            String text = Files.readString(shellFile).strip();
            return text.isEmpty() ? -1 : Long.parseLong(text);
        } catch (NoSuchFileException e) {
            return -1;
        }
    }

    /** What the last run took; the peak is what the caller saw. */
    Measurement measurement(long peakBytes) throws IOException, BenchFailure {
        if (!Files.exists(timesFile)) {
            throw new BenchFailure("no JVM was started and ended through '" + java() + "'");
        }
        String text = Files.readString(timesFile);
        double cpuSeconds = childSeconds(text)
                .orElseThrow(() -> new BenchFailure("the shell's times cannot be read: '" + text + "'"));
        long startMillis = Files.getLastModifiedTime(shellFile).toMillis();
        long endMillis = Files.getLastModifiedTime(timesFile).toMillis();
        return new Measurement(cpuSeconds, (endMillis - startMillis) / 1e3, peakBytes);
    }

    /** The second line is about the shell's children: user and system time. */
    static OptionalDouble childSeconds(String times) {
        Matcher second =
                TIMES.matcher(times.lines().skip(1).findFirst().orElse("").strip());
        return second.matches() ? OptionalDouble.of(seconds(second, 1) + seconds(second, 4)) : OptionalDouble.empty();
    }

    private static double seconds(Matcher times, int group) {
        return 60 * Long.parseLong(times.group(group))
                + Double.parseDouble(times.group(group + 1) + "." + times.group(group + 2));
    }
}
