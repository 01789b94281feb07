package dev.hindsight.bench;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Picks from the bench's own class path what one subject needs. */
final class ClassPath {
    private ClassPath() {}

    static String of(Subject subject) throws BenchFailure {
        List<String> entries = new ArrayList<>(List.of(own().toString()));
        for (String library : subject.libraries()) {
            entries.add(find(library).toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    static Path own() {
        try {
            return Path.of(ClassPath.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the bench was loaded from no file", e);
        }
    }

    static Path find(String library) throws BenchFailure {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path file = Path.of(entry);
            if (String.valueOf(file.getFileName()).startsWith(library)) {
                return file.toAbsolutePath();
            }
        }
        throw new BenchFailure("there is no " + library + "*.jar in the class path; start the bench with bench/run");
    }
}
