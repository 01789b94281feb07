package dev.hindsight.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The directory in which subjects run: their working directory, what they print, their recordings and the tool's cache.
 *
 * <p>The cache is not the user's, so that a bench never meets a half-finished preparation of another version.
 */
final class Workshop {
    /** A JVM that finds options in these announces them, and would run other than its command says. */
    private static final Set<String> OPTION_VARIABLES =
            Set.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    private final Path directory;
    private final Path realJdk;
    private final HindsightTool tool;
    private final TimedJdk jdk;

    private Workshop(Path directory, Path realJdk, HindsightTool tool, TimedJdk jdk) {
        this.directory = directory;
        this.realJdk = realJdk;
        this.tool = tool;
        this.jdk = jdk;
    }

    /**
     * Makes the directory and has the tool do what it does once per JDK.
     *
     * @param jar of the tool; copied, so that a build that goes on meanwhile does not change what is measured
     */
    static Workshop open(Path realJdk, Path jar) throws IOException, InterruptedException, BenchFailure {
        Path directory = Files.createTempDirectory("hindsight-bench").toRealPath();
        Path copy = Files.copy(jar, directory.resolve("hindsight.jar"));
        HindsightTool tool = new HindsightTool(Path.of(System.getProperty("java.home"), "bin", "java"), copy);
        Workshop workshop = new Workshop(directory, realJdk, tool, TimedJdk.create(realJdk, directory.resolve("jdk")));
        workshop.prepare();
        return workshop;
    }

    private void prepare() throws IOException, InterruptedException, BenchFailure {
        List<String> command = new ArrayList<>(subjectCommand(Subject.STARTUP, 1));
        command.set(0, realJava().toString());
        ProcessBuilder builder = builder(tool.record(recording(), command), "prepare");
        if (builder.start().waitFor() != 0) {
            throw new BenchFailure("the tool cannot record a program that does nothing: " + error("prepare"));
        }
        Path cache = cache().resolve("hindsight");
        try (Stream<Path> entries = Files.list(cache)) {
            for (Path agent :
                    entries.filter(file -> file.toString().endsWith(".jar")).toList()) {
                jdk.claimPrepared(cache, agent);
            }
        }
        clear(recording());
    }

    /** Starts a JVM that is not measured. */
    Path realJava() {
        return realJdk.resolve("bin").resolve("java");
    }

    HindsightTool tool() {
        return tool;
    }

    TimedJdk jdk() {
        return jdk;
    }

    Path directory() {
        return directory;
    }

    /** Where the last recording is. */
    Path recording() {
        return directory.resolve("recording");
    }

    private Path cache() {
        return directory.resolve("cache");
    }

    /** How a subject is run plainly. */
    List<String> subjectCommand(Subject subject, long scale) throws BenchFailure {
        String classPath = ClassPath.of(subject);
        return List.of(jdk.java().toString(), "-cp", classPath, subject.mainClass(), Long.toString(scale));
    }

    /** A command that works in an empty directory and whose output is kept under a name. */
    ProcessBuilder builder(List<String> command, String name) throws IOException {
        Path world = directory.resolve("world");
        clear(world);
        Files.createDirectory(world);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(world.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(directory.resolve(name + ".out").toFile())
                .redirectError(directory.resolve(name + ".err").toFile());
        builder.environment().keySet().removeAll(OPTION_VARIABLES);
        builder.environment().put("XDG_CACHE_HOME", cache().toString());
        return builder;
    }

    String output(String name) throws IOException {
        return Files.readString(directory.resolve(name + ".out"));
    }

    String error(String name) throws IOException {
        return Files.readString(directory.resolve(name + ".err")).strip();
    }

    /** Puts the last recording aside for somebody to look into; says where. */
    Path keepRecording(Subject subject) throws IOException {
        Path kept = directory.resolve("failed-" + subject);
        if (Files.exists(recording())) {
            Files.move(recording(), kept);
        }
        return kept;
    }

    void delete() throws IOException {
        clear(directory);
    }

    /** Removes a directory, if it is there, with all that is in it. */
    static void clear(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> entries = Files.walk(directory)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
