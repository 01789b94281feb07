package dev.hindsight.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts scripts named {@code java} where a command looks for one, so that each JVM it starts is recorded.
 *
 * <p>Two places are covered, as build tools use one or the other: the first directory of PATH, and {@code bin} of a
 * JAVA_HOME whose other entries are links to the real one. Nothing goes through JAVA_TOOL_OPTIONS: a JVM announces that
 * on the program's own output.
 */
final class JavaShim {
    private final Path directory;
    private final Map<String, String> environment;

    private JavaShim(Path directory, Map<String, String> environment) {
        this.directory = directory;
        this.environment = environment;
    }

    /** What the command's environment has to be. */
    Map<String, String> environment() {
        return environment;
    }

    void delete() throws IOException {
        PrivateDirectory.delete(directory);
    }

    /** The JDK that the shim would stand in for. */
    static Optional<Jdk> jdk(Map<String, String> environment) throws IOException {
        Optional<Jdk> named = named(environment);
        if (named.isPresent()) {
            return named;
        }
        Optional<Path> found = Executable.inPath("java", environment);
        return found.isPresent() ? Jdk.ofLauncher(found.get()) : Optional.empty();
    }

    private static Optional<Jdk> named(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("JAVA_HOME"))
                .filter(home -> !home.isEmpty())
                .map(home -> new Jdk(Path.of(home).toAbsolutePath()))
                .filter(Jdk::exists);
    }

    /**
     * Makes the shim; empty if there is no java to stand in for.
     *
     * @param options those of the agent, up to where the name of the recording's directory ends
     */
    static Optional<JavaShim> create(Map<String, String> original, Path recording, AgentOptions options)
            throws IOException, SessionException {
        Optional<Path> found = Executable.inPath("java", original).map(Path::toAbsolutePath);
        Optional<Jdk> home = jdk(original);
        if (found.isEmpty() && home.isEmpty()) {
            return Optional.empty();
        }
        Path directory = PrivateDirectory.temporary("hindsight-java");
        Script script = new Script(directory, recording, options.toString());
        Map<String, String> environment = new HashMap<>(original);
        if (found.isPresent()) {
            Path bin = Files.createDirectory(directory.resolve("path"));
            script.write(bin.resolve("java"), found.get());
            environment.put("PATH", bin + ":" + original.get("PATH"));
        }
        if (home.isPresent()) {
            environment.put("JAVA_HOME", imitate(home.get(), directory.resolve("home"), script));
        }
        return Optional.of(new JavaShim(directory, environment));
    }

    private static String imitate(Jdk real, Path home, Script script) throws IOException {
        Path bin = Files.createDirectories(home.resolve("bin"));
        link(real.home(), home, "bin");
        link(real.home().resolve("bin"), bin, "java");
        script.write(bin.resolve("java"), real.launcher());
        return home.toString();
    }

    private static void link(Path from, Path to, String except) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                if (!entry.getFileName().toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
                }
            }
        }
    }

    /**
     * The text of the scripts. The first JVM gets the directory of the recording itself, each further one the next free
     * number below its children; {@code mkdir} decides between JVMs that start at once. A JVM that is only asked for
     * its version is left alone, and so is one for which no directory can be made.
     */
    private record Script(Path directory, Path recording, String options) {
        void write(Path file, Path java) throws IOException {
            String text = String.join(
                            "\n",
                            List.of(
                                    "#!/bin/sh",
                                    "java=" + quote(java.toString()),
                                    "claim=" + quote(directory.resolve("first").toString()),
                                    "recording=" + quote(recording.toString()),
                                    "agent=" + quote(options),
                                    "case \"${1-}\" in",
                                    "'' | -version | --version | -fullversion | --full-version | -help | --help | -h"
                                            + " | '-?' | -X | --help-extra | --list-modules)",
                                    "    exec \"$java\" \"$@\" ;;",
                                    "esac",
                                    "if mkdir \"$claim\" 2>/dev/null; then",
                                    "    exec \"$java\" \"$agent\" \"$@\"",
                                    "fi",
                                    "mkdir -p -m 700 \"$recording/children\" 2>/dev/null",
                                    "n=1",
                                    "until mkdir -m 700 \"$recording/children/$n\" 2>/dev/null; do",
                                    "    [ -d \"$recording/children/$n\" ] || exec \"$java\" \"$@\"",
                                    "    n=$((n + 1))",
                                    "done",
                                    "exec \"$java\" \"$agent/children/$n\" \"$@\""))
                    + "\n";
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        }

        private static String quote(String text) {
            return "'" + text.replace("'", "'\\''") + "'";
        }
    }
}
