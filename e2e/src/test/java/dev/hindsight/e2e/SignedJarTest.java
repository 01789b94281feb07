package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Classes of signed jars are as signed at replay as they were, and so are jars that the program opens. */
class SignedJarTest {
    private static final String STORE_PASSWORD = "not a secret";

    private static final String LIBRARY =
            """
            package lib;

            public class Library {
                static final java.util.logging.Logger LOGGER = java.util.logging.Logger.getLogger("library");

                public static void run() {
                    System.out.println(LOGGER.getName() + " " + new Object());
                }
            }
            """;

    @TempDir
    static Path directory;

    private static Path signed;

    /** A jar that is signed but for one class, which was added behind. */
    @BeforeAll
    static void sign() throws Exception {
        Workbench bench = new Workbench(directory);
        Path source = Checkout.programs().resolve("launch/Signed/Signed.java");
        bench.program("Signed", Files.readString(source));
        bench.program("Unsigned", "package late; class Unsigned {}");
        bench.program("Library", LIBRARY);
        Path classes = bench.path("classes");
        Path late = Files.move(classes.resolve("late/Unsigned.class"), bench.path("Unsigned.class"));
        Files.writeString(classes.resolve("note.txt"), "a signed note");
        signed = bench.path("signed.jar");
        run(bench, "jar", "--create", "--file", signed.toString(), "-C", classes.toString(), ".");
        String store = bench.path("keys.p12").toString();
        List<String> keys = List.of("-keystore", store, "-storepass", STORE_PASSWORD);
        run(
                bench,
                "keytool",
                keys,
                List.of("-genkeypair", "-alias", "me", "-keyalg", "EC", "-dname", "CN=Somebody, O=Somewhere"));
        run(bench, "jarsigner", keys, List.of(signed.toString(), "me"));
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + signed.toUri()), Map.of())) {
            Files.copy(late, jar.getPath("late/Unsigned.class"));
        }
    }

    private static void run(Workbench bench, String tool, List<String> keys, List<String> rest) throws Exception {
        run(bench, tool, Stream.concat(keys.stream(), rest.stream()).toArray(String[]::new));
    }

    private static void run(Workbench bench, String tool, String... arguments) throws Exception {
        String program = Jdk.running().home().resolve("bin").resolve(tool).toString();
        Result result = bench.run(
                Stream.concat(Stream.of(program), Stream.of(arguments)).toList());
        assertThat(result.exitCode()).as(result.text()).isZero();
    }

    @TestFactory
    Stream<DynamicTest> signersAreReplayedWithoutTheJar() throws IOException {
        return Jdk.find().stream()
                .map(jdk -> dynamicTest("JDK " + jdk.version(), () -> {
                    Workbench bench = new Workbench(Files.createTempDirectory(directory, "jdk" + jdk.feature()));
                    Path jar = Files.copy(signed, bench.path("given.jar"));
                    Path opened = Files.copy(signed, bench.path("opened.jar"));
                    Path recording = bench.path("recording");
                    List<String> program =
                            List.of(jdk.java().toString(), "-cp", jar.toString(), "Signed", opened.toString());
                    Result plain = bench.run(program);
                    assertThat(plain.exitCode()).as(plain.text()).isZero();
                    Result recorded = bench.record(recording, program);
                    assertThat(recorded.exitCode()).as(recorded.text()).isZero();
                    assertThat(Workbench.out(recorded))
                            .contains("class Signed signed by CN=Somebody, O=Somewhere, serial ")
                            .contains("interface Signed$Other signed by CN=Somebody, O=Somewhere, serial ")
                            .contains("class late.Unsigned signed by nobody", "same domain true", "a signed note");
                    Files.delete(jar);
                    Files.delete(opened);
                    for (int i = 0; i < 2; i++) {
                        Output.requireSame(
                                "stdout of the check",
                                recorded.out(),
                                bench.requireFaithful(recording).out());
                    }
                }));
    }

    /** Verifying may not start the JDK's logging before the program does. */
    @TestFactory
    Stream<DynamicTest> aSignedLibraryOfAnUnsignedProgramMayLog() throws IOException {
        return Jdk.find().stream()
                .map(jdk -> dynamicTest("JDK " + jdk.version(), () -> {
                    Workbench bench = new Workbench(Files.createTempDirectory(directory, "library" + jdk.feature()));
                    String text = "public class Caller { public static void main(String[] a) { lib.Library.run(); } }";
                    List<String> program = new ArrayList<>(bench.programOn(List.of(signed.toString()), "Caller", text));
                    program.set(0, jdk.java().toString());
                    Path recording = bench.path("recording");
                    Result recorded = bench.record(recording, program);
                    assertThat(recorded.exitCode()).as(recorded.text()).isZero();
                    Output.requireSame(
                            "stdout of the check",
                            recorded.out(),
                            bench.requireFaithful(recording).out());
                }));
    }
}
