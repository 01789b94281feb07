package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A directory in which a test compiles small programs and runs the tool on them. */
final class Workbench {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int SIGINT = 2;

    private final Path directory;
    private final Jdk jdk;
    /** The texts of the programs that are there, by their names. */
    private final Map<String, String> compiled = new HashMap<>();

    Workbench(Path directory) throws IOException {
        this.directory = directory;
        this.jdk = Jdk.running();
    }

    Path path(String name) {
        return directory.resolve(name);
    }

    /** The one that tests use if nothing else is said. */
    Jdk jdk() {
        return jdk;
    }

    /** The command that runs a program whose source is {@code text}. */
    List<String> program(String name, String text, String... arguments) throws IOException {
        return program(jdk, List.of(), name, text, arguments);
    }

    List<String> program(Jdk with, List<String> options, String name, String text, String... arguments)
            throws IOException {
        List<String> words = new ArrayList<>(List.of(with.java().toString()));
        words.addAll(options);
        words.addAll(List.of("-cp", compile(name, text, List.of()), name));
        words.addAll(List.of(arguments));
        return words;
    }

    /** The command that runs a program that uses libraries. */
    List<String> programOn(List<String> libraries, String name, String text) throws IOException {
        return List.of(jdk.java().toString(), "-cp", compile(name, text, libraries), name);
    }

    /** Returns the class path. What was compiled stays as it is: a program may be running on another JDK. */
    private synchronized String compile(String name, String text, List<String> libraries) throws IOException {
        Path classes = Files.createDirectories(path("classes"));
        List<String> entries = new ArrayList<>(List.of(classes.toString()));
        entries.addAll(libraries);
        boolean isThere = Files.exists(classes.resolve(name + ".class"));
        if (!text.equals(compiled.put(name, text)) || !isThere) {
            Path source = Files.writeString(path(name + ".java"), text);
            new ProgramCompiler()
                    .compileLeniently(source, entries.stream().map(Path::of).toList(), classes);
        }
        return String.join(":", entries);
    }

    Result record(Path recording, List<String> command) throws IOException, InterruptedException {
        return run(recordCommand(recording, command));
    }

    List<String> recordCommand(Path recording, List<String> command) {
        List<String> words = tool("record", "-o", recording.toString(), "--");
        words.addAll(command);
        return words;
    }

    List<String> tool(String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                jdk.java().toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                Checkout.appJar().toString()));
        words.addAll(List.of(arguments));
        return words;
    }

    Result runTool(String... arguments) throws IOException, InterruptedException {
        return run(tool(arguments));
    }

    Result run(List<String> words) throws IOException, InterruptedException {
        return command(words).run();
    }

    Process start(List<String> words, Path out) throws IOException {
        return command(words).start(out, path("started.err"));
    }

    private Command command(List<String> words) throws IOException {
        Path work = Files.createDirectories(path("work"));
        return new Command(words, work, World.environmentOfRecording(), Optional.empty(), Program.Streams.SEPARATE);
    }

    /** Replays with a check, which has to be good, and returns what the program printed. */
    Result requireFaithful(Path recording) throws IOException, InterruptedException {
        Result check =
                ResidentTool.run(List.of("replay", "--check", recording.toString()), World.environmentOfReplay());
        assertThat(check.exitCode()).as(check.text()).isZero();
        assertThat(err(check)).contains("faithful: ");
        return check;
    }

    /** Fails unless all that was said is one line of the tool. */
    static String requireOneLine(Result result) {
        assertThat(err(result)).as(result.text()).startsWith("hindsight: ").endsWith("\n");
        assertThat(err(result).lines()).as(result.text()).hasSize(1);
        return err(result);
    }

    static <T> T await(Supplier<Optional<T>> condition, String what) throws InterruptedException {
        Instant deadline = Instant.now().plus(DEADLINE);
        while (Instant.now().isBefore(deadline)) {
            Optional<T> result = condition.get();
            if (result.isPresent()) {
                return result.get();
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        throw new AssertionError("Waited in vain for " + what);
    }

    /** A shell without job control has what it starts in the background ignore interrupts, and a JVM passes that on. */
    static void assumeInterruptible() throws IOException {
        String ignored = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElseThrow();
        long signals = Long.parseUnsignedLong(
                ignored.substring(ignored.indexOf(':') + 1).strip(), 16);
        assumeTrue((signals >>> SIGINT - 1 & 1) == 0, "the tests were started with SIGINT ignored");
    }

    static int end(Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String out(Result result) {
        return new String(result.out(), StandardCharsets.UTF_8);
    }

    static String err(Result result) {
        return new String(result.err(), StandardCharsets.UTF_8);
    }

    /** The jar of a library that the tests depend on, found by one of its classes. */
    static Path jarOf(String className) throws ClassNotFoundException, URISyntaxException {
        Class<?> type = Class.forName(className, false, Workbench.class.getClassLoader());
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
