package dev.hindsight.e2e;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/** A JDK on this machine that programs are run with. */
record Jdk(Path home, String version) {
    private static final int OLDEST = 17;

    /** All JDKs to test with, oldest first: the running one, JAVA_HOME and what lies beside the running one. */
    static List<Jdk> find() throws IOException {
        Set<Path> homes = new LinkedHashSet<>();
        Path running = running().home();
        homes.add(running);
        String javaHome = System.getenv("JAVA_HOME");
        if (javaHome != null && isJdk(Path.of(javaHome))) {
            homes.add(Path.of(javaHome).toRealPath());
        }
        try (Stream<Path> siblings = Files.list(running.getParent())) {
            for (Path sibling : siblings.filter(Jdk::isJdk).sorted().toList()) {
                homes.add(sibling.toRealPath());
            }
        }
        List<Jdk> jdks = new ArrayList<>();
        for (Path home : homes) {
            Jdk jdk = read(home);
            if (jdk.feature() >= OLDEST) {
                jdks.add(jdk);
            }
        }
        jdks.sort(Comparator.comparing((Jdk jdk) -> Runtime.Version.parse(jdk.version))
                .thenComparing(Jdk::home));
        return jdks;
    }

    /** The one that runs the tests, and the tool. */
    static Jdk running() throws IOException {
        return read(Path.of(System.getProperty("java.home")).toRealPath());
    }

    int feature() {
        return Runtime.Version.parse(version).feature();
    }

    Path java() {
        return home.resolve("bin/java");
    }

    private static boolean isJdk(Path home) {
        return Files.isExecutable(home.resolve("bin/java")) && Files.isRegularFile(home.resolve("release"));
    }

    private static Jdk read(Path home) throws IOException {
        Properties release = new Properties();
        try (Reader in = Files.newBufferedReader(home.resolve("release"))) {
            release.load(in);
        }
        return new Jdk(home, release.getProperty("JAVA_VERSION").replace("\"", ""));
    }
}
