package dev.hindsight.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * A JDK on this machine, as far as can be told without running it.
 *
 * @param home the directory that holds {@code bin/java}
 */
record Jdk(Path home) {
    static final int OLDEST_FEATURE = 17;

    /** The environment variables in which a JVM looks for options. */
    static final Set<String> OPTION_VARIABLES = Set.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    /** The JDK that a launcher belongs to; empty if the launcher is a script of some version manager. */
    static Optional<Jdk> ofLauncher(Path java) throws IOException {
        Path bin = java.toRealPath().getParent();
        Path home = bin == null ? null : bin.getParent();
        return home != null && Files.exists(home.resolve("lib").resolve("modules"))
                ? Optional.of(new Jdk(home))
                : Optional.empty();
    }

    Path launcher() {
        return home.resolve("bin").resolve("java");
    }

    boolean exists() {
        return Files.isExecutable(launcher());
    }

    /** What {@code java.runtime.version} is in it; empty if its release file does not say. */
    Optional<String> runtimeVersion() throws IOException {
        return release("JAVA_RUNTIME_VERSION");
    }

    Optional<Integer> feature() throws IOException {
        return release("JAVA_VERSION").flatMap(Jdk::feature);
    }

    /** 17 for 17.0.15, 8 for 1.8.0_402. */
    private static Optional<Integer> feature(String version) {
        String[] parts = (version.startsWith("1.") ? version.substring(2) : version).split("[^0-9]", 2);
        return parts[0].isEmpty() ? Optional.empty() : Optional.of(Integer.valueOf(parts[0]));
    }

    private Optional<String> release(String key) throws IOException {
        Path file = home.resolve("release");
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (var in = Files.newInputStream(file)) {
            properties.load(in);
        }
        return Optional.ofNullable(properties.getProperty(key)).map(value -> value.replace("\"", ""));
    }
}
