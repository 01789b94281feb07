package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.hindsight.e2e.Command.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Programs are recorded however they are started and however they end. */
@Execution(ExecutionMode.CONCURRENT)
class LaunchTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int SIGNALLED = 128;
    private static final String INPUT = "piped \u00e9\n";

    @TempDir
    Path directory;

    private Driver driver;
    private Jdk jdk;
    private Path work;
    private Path recording;

    @BeforeEach
    void prepare() throws IOException {
        driver = ToolDriver.forBuiltJar();
        jdk = Jdk.running();
        work = Files.createDirectory(directory.resolve("work"));
        recording = directory.resolve("recording");
    }

    @Test
    void aClassPathOfDirectories() throws Exception {
        Path classes = compile("Echo");
        requireEcho(List.of(jdk.java().toString(), "-cp", classes.toString(), "Echo", "a", "b"), 2);
    }

    @Test
    void argumentsWithSpacesAndQuotes() throws Exception {
        Path classes = compile("Echo");
        Result recorded = requireEcho(
                List.of(
                        jdk.java().toString(),
                        "-cp",
                        classes.toString(),
                        "Echo",
                        "a b",
                        "\"quoted\"",
                        "$x 'y'",
                        "",
                        "--check"),
                5);
        assertThat(text(recorded.out())).startsWith("[a b, \"quoted\", $x 'y', , --check] at ");
    }

    @Test
    void aJar() throws Exception {
        Path jar = jar(work.resolve("echo.jar"), "Echo", compile("Echo"));
        requireEcho(List.of(jdk.java().toString(), "-jar", jar.toString(), "a"), 1);
    }

    /** The replay finds resources without asking it more often. */
    @Test
    void aJarWhoseProgramIsAskedForProtocols() throws Exception {
        Path jar = jar(work.resolve("protocols.jar"), "Protocols", compile("Protocols"));
        List<String> command = List.of(jdk.java().toString(), "-jar", jar.toString());
        Result recorded = new Command(
                        driver.record(recording, command),
                        work,
                        World.environmentOfRecording(),
                        Optional.empty(),
                        Program.Streams.SEPARATE)
                .run();
        assertThat(text(recorded.out()))
                .startsWith("[look, found true, found true,")
                .contains("make, jar, file:");
        Result check = elsewhere(driver.check(recording));
        assertThat(check.exitCode()).as(check.text()).isZero();
        Output.requireSame("stdout of the check", recorded.out(), check.out());
    }

    /** The outer jar has a loader of its own, which defines the classes of the jar inside it. */
    @Test
    void aFatJar() throws Exception {
        Path launcher = directory.resolve("launcher");
        compileText(
                launcher,
                "Launcher",
                """
                import java.io.*;
                import java.util.*;
                import java.util.jar.*;

                public class Launcher extends ClassLoader {
                    private final Map<String, byte[]> classes = new HashMap<>();

                    public static void main(String[] args) throws Exception {
                        Launcher launcher = new Launcher();
                        InputStream nested = Launcher.class.getResourceAsStream("/lib/inner.jar");
                        try (JarInputStream in = new JarInputStream(nested)) {
                            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                                launcher.classes.put(entry.getName(), in.readAllBytes());
                            }
                        }
                        Class<?> main = launcher.loadClass("Echo");
                        main.getMethod("main", String[].class).invoke(null, (Object) args);
                    }

                    @Override
                    protected Class<?> findClass(String name) throws ClassNotFoundException {
                        byte[] bytes = classes.get(name + ".class");
                        if (bytes == null) {
                            throw new ClassNotFoundException(name);
                        }
                        return defineClass(name, bytes, 0, bytes.length);
                    }
                }
                """);
        Files.createDirectories(launcher.resolve("lib"));
        jar(launcher.resolve("lib/inner.jar"), "Echo", compile("Echo"));
        Path jar = jar(work.resolve("fat.jar"), "Launcher", launcher);
        requireEcho(List.of(jdk.java().toString(), "-jar", jar.toString(), "a"), 1);
    }

    @Test
    void aModule() throws Exception {
        Path module = work.resolve("modules/echo");
        Path sources = Files.createDirectories(directory.resolve("sources/echo"));
        Files.writeString(sources.resolve("Echo.java"), "package echo;\n" + Files.readString(source("Echo")));
        Path descriptor = Files.writeString(sources.getParent().resolve("module-info.java"), "module echo {}\n");
        javac(
                "-d",
                module.toString(),
                descriptor.toString(),
                sources.resolve("Echo.java").toString());
        requireEcho(List.of(jdk.java().toString(), "-p", "modules", "-m", "echo/echo.Echo", "a"), 1);
    }

    @Test
    void aSourceFile() throws Exception {
        Files.copy(source("Echo"), work.resolve("Echo.java"));
        requireEcho(List.of(jdk.java().toString(), "Echo.java", "a"), 1);
    }

    @Test
    void anArgumentFile() throws Exception {
        Path classes = compile("Echo");
        Files.writeString(work.resolve("arguments"), "-cp \"" + classes + "\"\n# a comment\nEcho 'a b' c\n");
        requireEcho(List.of(jdk.java().toString(), "@arguments", "d"), 3);
    }

    @Test
    void aScriptThatFindsJavaOnThePath() throws Exception {
        Path classes = compile("Echo");
        Path script = Files.writeString(
                work.resolve("start.sh"), "#!/bin/sh\nexec java -cp '" + classes + "' Echo \"$@\" c\n");
        requireEcho(List.of("sh", script.toString(), "a b"), 2);
    }

    @Test
    void aScriptThatEndsWithACodeOfItsOwn() throws Exception {
        Path classes = compile("Echo");
        Path script =
                Files.writeString(work.resolve("start.sh"), "#!/bin/sh\njava -cp '" + classes + "' Echo a\nexit 9\n");
        requireEcho(List.of("sh", script.toString()), 9, 1);
    }

    @Test
    void aTerminatedProgram() throws Exception {
        requireEndedBy("TERM", SIGNALLED + 15);
    }

    @Test
    void anInterruptedProgram() throws Exception {
        assumeFalse(ignoresInterrupts(), "tests that run in the background ignore SIGINT, and so do their children");
        requireEndedBy("INT", SIGNALLED + 2);
    }

    @Test
    void aKilledProgramReplaysUpToTheLastFlush() throws Exception {
        Path out = directory.resolve("killed.out");
        Process tool = startWaiting(out, List.of());
        ProcessHandle target = Workbench.await(
                () -> tool.descendants()
                        .filter(process -> process.children().findAny().isEmpty())
                        .findFirst(),
                "the recorded JVM");
        await(() -> read(out).contains("\n100 "), "two seconds of output");
        target.destroyForcibly();
        assertThat(end(tool)).isEqualTo(SIGNALLED + 9);
        Result check = elsewhere(driver.check(recording));
        assertThat(check.exitCode()).as(check.text()).isZero();
        assertThat(text(check.err())).contains("faithful: ");
        assertThat(text(check.out())).startsWith("ready\n0 ");
        assertThat(read(out)).startsWith(text(check.out()));
    }

    private static boolean ignoresInterrupts() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1L << 2 - 1) != 0);
    }

    private void requireEndedBy(String signal, int exitCode) throws Exception {
        Path out = directory.resolve("signalled.out");
        Process tool = startWaiting(out, List.of("with a hook"));
        await(() -> read(out).contains("\n10 "), "some output");
        new ProcessBuilder("kill", "-" + signal, Long.toString(tool.pid()))
                .start()
                .waitFor();
        assertThat(end(tool)).isEqualTo(exitCode);
        assertThat(read(out)).contains("hook at ");
        World.remove(work);
        Result check = elsewhere(driver.check(recording));
        assertThat(check.exitCode()).as(check.text()).isZero();
        Output.requireSame("stdout of the check", Files.readAllBytes(out), check.out());
        assertThat(elsewhere(driver.replay(recording)).exitCode()).isEqualTo(exitCode);
        assertThat(Files.readString(recording.resolve("end.json"))).contains("\"kind\": \"SIG" + signal + "\"");
    }

    /** Records an Echo, removes all it came from and replays it. */
    private Result requireEcho(List<String> command, int exitCode) throws Exception {
        return requireEcho(command, exitCode, exitCode);
    }

    /** @param jvmCode what the JVM in the command ends with */
    private Result requireEcho(List<String> command, int exitCode, int jvmCode) throws Exception {
        Map<String, String> environment = World.environmentOfRecording();
        environment.put("PATH", jdk.home().resolve("bin") + ":" + environment.get("PATH"));
        Result recorded = new Command(
                        driver.record(recording, command),
                        work,
                        environment,
                        Optional.of(INPUT),
                        Program.Streams.SEPARATE)
                .run();
        assertThat(recorded.exitCode()).as(recorded.text()).isEqualTo(exitCode);
        assertThat(text(recorded.out())).contains("input " + INPUT);
        assertThat(text(Output.withoutRemarks(recorded.err()))).isEqualTo("to standard error\n");
        World.remove(work);
        World.remove(directory.resolve("classes"));
        Result check = elsewhere(driver.check(recording));
        assertThat(check.exitCode()).as(check.text()).isZero();
        Output.requireSame("stdout of the check", recorded.out(), check.out());
        Result replayed = elsewhere(driver.replay(recording));
        assertThat(replayed.exitCode()).as(replayed.text()).isEqualTo(jvmCode);
        Output.requireSame("stdout of the replay", recorded.out(), replayed.out());
        return recorded;
    }

    private Result elsewhere(List<String> words) throws IOException, InterruptedException {
        Path other = Files.createDirectories(directory.resolve("elsewhere"));
        return new Command(words, other, World.environmentOfReplay(), Optional.empty(), Program.Streams.SEPARATE).run();
    }

    private Process startWaiting(Path out, List<String> arguments) throws IOException {
        List<String> java = new ArrayList<>(
                List.of(jdk.java().toString(), "-cp", compile("Waiting").toString(), "Waiting"));
        java.addAll(arguments);
        return new Command(
                        driver.record(recording, java),
                        work,
                        World.environmentOfRecording(),
                        Optional.empty(),
                        Program.Streams.SEPARATE)
                .start(out, directory.resolve("waiting.err"));
    }

    private static int end(Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void await(BooleanSupplier condition, String what) throws InterruptedException {
        Workbench.await(() -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty(), what);
    }

    private Path compile(String program) throws IOException {
        Path classes = directory.resolve("classes");
        new ProgramCompiler().compile(Program.read(source(program).getParent()), classes);
        return classes;
    }

    private static void compileText(Path target, String name, String text) throws IOException {
        Path source = Files.createDirectories(target).resolve(name + ".java");
        Files.writeString(source, text);
        javac("-d", target.toString(), source.toString());
        Files.delete(source);
    }

    private static void javac(String... arguments) {
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments);
        assertThat(result).as(messages.toString(StandardCharsets.UTF_8)).isZero();
    }

    private static Path jar(Path jar, String mainClass, Path content) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> paths = Files.walk(content)) {
            for (Path path : paths.filter(Files::isRegularFile)
                    .sorted(Comparator.naturalOrder())
                    .toList()) {
                out.putNextEntry(new JarEntry(content.relativize(path).toString()));
                Files.copy(path, out);
            }
        }
        return jar;
    }

    private static Path source(String program) {
        return Checkout.programs().resolve("launch").resolve(program).resolve(program + ".java");
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
