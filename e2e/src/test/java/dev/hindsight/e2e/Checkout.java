package dev.hindsight.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Where things lie in the source tree and in what the build made of it. */
final class Checkout {
    private Checkout() {}

    static Path programs() {
        return root().resolve("e2e/src/programs");
    }

    static Path stressPrograms() {
        return root().resolve("e2e/src/stress");
    }

    static Path examples() {
        return root().resolve("examples");
    }

    /** What tests leave behind for people to look at. */
    static Path testOutput() {
        return root().resolve("e2e/target");
    }

    static Path script() {
        return root().resolve("hindsight");
    }

    static Path appJar() {
        return root().resolve("app/target/hindsight.jar");
    }

    static Path agentJar() throws IOException {
        try (Stream<Path> files = Files.list(classes("agent").getParent())) {
            return files.filter(
                            file -> file.getFileName().toString().matches("hindsight-agent-[^-]*(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    static Path classes(String module) {
        return root().resolve(module).resolve("target/classes");
    }

    /** The build says where; an IDE runs tests in the module's directory. */
    static Path root() {
        String root = System.getProperty("hindsight.root", "..");
        return Path.of(root).toAbsolutePath().normalize();
    }
}
