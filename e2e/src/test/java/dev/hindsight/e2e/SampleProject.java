package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A copy of the sample project with a flaky test, whose tests are run by Maven as a user would. */
final class SampleProject {
    private final Path directory;

    SampleProject(Path directory) throws IOException {
        this.directory = directory;
        Path sample = Checkout.examples().resolve("junit-flaky");
        World.copy(sample.resolve("src"), directory.resolve("src"));
        Files.copy(sample.resolve("pom.xml"), directory.resolve("pom.xml"));
    }

    /** One more class of tests. */
    void add(String name, String text) throws IOException {
        Files.writeString(directory.resolve("src/test/java/tickets/" + name + ".java"), "package tickets;\n" + text);
    }

    /** Changes what stands in the project's description. */
    SampleProject replace(String old, String fresh) throws IOException {
        String text = Files.readString(directory.resolve("pom.xml"));
        assertThat(text).contains(old);
        Files.writeString(directory.resolve("pom.xml"), text.replace(old, fresh));
        return this;
    }

    /** Runs tests in JVMs of this JDK; by now the build has fetched whatever this needs. */
    Result test(Jdk jdk, String... options) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(
                List.of(maven(), "-o", "-B", "-Dmaven.legacyLocalRepo=true", "-Dhindsight.home=" + Checkout.root()));
        String repository = System.getProperty("hindsight.repository");
        if (repository != null) {
            words.add("-Dmaven.repo.local=" + repository);
        }
        words.add("-Djvm=" + jdk.java());
        words.addAll(List.of(options));
        words.add("test");
        Map<String, String> environment = World.environmentOfRecording();
        environment.put("JAVA_HOME", Jdk.running().home().toString());
        return new Command(words, directory, environment, Optional.empty(), Program.Streams.SEPARATE).run();
    }

    /** The one that runs this build, or the one in the path. */
    private static String maven() {
        Path home = Path.of(System.getProperty("hindsight.maven", ""));
        Path script = home.resolve("bin/mvn");
        return Files.isExecutable(script) ? script.toString() : "mvn";
    }

    /** What was recorded and kept. */
    List<Path> recordings() throws IOException {
        Path home = directory.resolve("target/hindsight");
        if (Files.notExists(home)) {
            return List.of();
        }
        try (Stream<Path> places = Files.list(home)) {
            return places.sorted().toList();
        }
    }
}
