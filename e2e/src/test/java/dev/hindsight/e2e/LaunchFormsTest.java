package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are not simply classes on a class path, on each JDK; what they were made of is gone at replay. */
class LaunchFormsTest {
    private static final String MAIN =
            """
            package app;

            import java.io.InputStream;
            import java.util.ServiceLoader;

            public class Main {
                public static void main(String[] args) throws Exception {
                    java.util.logging.Logger.getLogger("app").fine("read from a directory or a jar");
                    for (lib.Greeting greeting : ServiceLoader.load(lib.Greeting.class)) {
                        System.out.println(greeting);
                    }
                    System.out.println(Main.class.getResource("note.txt"));
                    for (InputStream in : new InputStream[] {
                        Main.class.getResourceAsStream("note.txt"),
                        Main.class.getModule().getResourceAsStream("app/note.txt"),
                        Main.class.getResource("note.txt").openStream()
                    }) {
                        System.out.println(new String(in.readAllBytes()));
                    }
                    System.out.println(Main.class.getResource("/missing"));
                    System.out.println(Main.class.getResourceAsStream("/missing"));
                    System.out.println(ClassLoader.getSystemResources("META-INF/missing").hasMoreElements());
                }
            }
            """;

    @TempDir
    static Path directory;

    private static Path modules;

    @BeforeAll
    static void compile() throws IOException {
        Path sources = directory.resolve("sources");
        modules = directory.resolve("compiled");
        write(
                sources.resolve("a.app/module-info.java"),
                "module a.app { requires a.lib; requires java.logging; uses lib.Greeting; }");
        write(sources.resolve("a.app/app/Main.java"), MAIN);
        write(
                sources.resolve("a.lib/module-info.java"),
                "module a.lib { exports lib; provides lib.Greeting with lib.Hello; }");
        write(sources.resolve("a.lib/lib/Greeting.java"), "package lib; public interface Greeting {}");
        write(
                sources.resolve("a.lib/lib/Hello.java"),
                "package lib; public class Hello implements Greeting { public String toString() { return \"hello\"; } }");
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "17",
                        "-d",
                        modules.toString(),
                        "--module-source-path",
                        sources.toString(),
                        "-m",
                        "a.app,a.lib");
        assertThat(result).isZero();
        write(modules.resolve("a.app/app/note.txt"), "a note");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @TestFactory
    Stream<DynamicTest> modulesInDirectories() throws IOException {
        return onEachJdk(bench -> {
            World.copy(modules, bench.path("modules"));
            return List.of("-p", bench.path("modules").toString(), "-m", "a.app/app.Main");
        });
    }

    @TestFactory
    Stream<DynamicTest> modulesInJars() throws IOException {
        return onEachJdk(bench -> {
            Path jars = Files.createDirectories(bench.path("modules"));
            for (String name : List.of("a.app", "a.lib")) {
                java.util.spi.ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(
                                System.err,
                                System.err,
                                "--create",
                                "--file",
                                jars.resolve(name + ".jar").toString(),
                                "-C",
                                modules.resolve(name).toString(),
                                ".");
            }
            return List.of("-p", jars.toString(), "-m", "a.app/app.Main");
        });
    }

    @TestFactory
    Stream<DynamicTest> aToolOfTheJdk() throws IOException {
        return onEachJdk(bench -> {
            Path source = Files.writeString(
                    Files.createDirectories(bench.path("modules")).resolve("A.java"), "class A {}");
            return List.of("-m", "jdk.compiler/com.sun.tools.javac.Main", "-verbose", source.toString());
        });
    }

    @TestFactory
    Stream<DynamicTest> aSourceFile() throws IOException {
        return onEachJdk(bench -> {
            Path source = Files.createDirectories(bench.path("modules")).resolve("Hello.java");
            Files.writeString(
                    source,
                    "public class Hello { public static void main(String[] a) { System.out.println(new Object()); } }");
            return List.of(source.toString());
        });
    }

    /** Prepares a program below the directory {@code modules} of a bench; returns the arguments of java. */
    private interface Preparation {
        List<String> prepare(Workbench bench) throws IOException;
    }

    private static Stream<DynamicTest> onEachJdk(Preparation preparation) throws IOException {
        return Jdk.find().stream()
                .map(jdk -> dynamicTest("JDK " + jdk.version(), () -> {
                    Workbench bench = new Workbench(Files.createTempDirectory(directory, "jdk" + jdk.feature()));
                    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
                    command.addAll(preparation.prepare(bench));
                    Path recording = bench.path("recording");
                    Result recorded = bench.record(recording, command);
                    assertThat(recorded.exitCode()).as(recorded.text()).isZero();
                    World.remove(bench.path("modules"));
                    Result check = bench.runTool("replay", "--check", recording.toString());
                    assertThat(check.exitCode()).as(check.text()).isZero();
                    Output.requireSame("stdout of the replay", recorded.out(), check.out());
                }));
    }
}
