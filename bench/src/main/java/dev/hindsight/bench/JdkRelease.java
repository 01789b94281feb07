package dev.hindsight.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Names a JDK by its release file. */
final class JdkRelease {
    private JdkRelease() {}

    static String of(Path home) throws IOException {
        Properties release = new Properties();
        Path file = home.resolve("release");
        if (Files.isReadable(file)) {
            try (var reader = Files.newBufferedReader(file)) {
                release.load(reader);
            }
        }
        String vendor = release.getProperty("IMPLEMENTOR", "").replace("\"", "");
        String version = release.getProperty("JAVA_RUNTIME_VERSION", release.getProperty("JAVA_VERSION", "unknown"))
                .replace("\"", "");
        return ("JDK " + version + " " + vendor).strip();
    }
}
