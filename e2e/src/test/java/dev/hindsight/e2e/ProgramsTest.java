package dev.hindsight.e2e;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.hindsight.trace.ThreadMode;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Every program replays exactly, on every JDK of this machine.
 *
 * <p>{@code -Dhindsight.programs=File*} runs only the programs whose name fits, {@code -Dhindsight.threads=deterministic} has
 * their threads take turns from a seed.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProgramsTest {
    private static final int NEWEST_JDK = 25;
    /** Programs this short have little from the second compiler, and it takes a sixth of the time; stress and library tests use it. */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path directory;

    @BeforeAll
    static void nameTheJdks() throws IOException {
        List<Jdk> jdks = Jdk.find();
        jdks.forEach(jdk -> System.out.println("Programs run on JDK " + jdk.version() + " in " + jdk.home()));
        if (jdks.stream().noneMatch(jdk -> jdk.feature() == NEWEST_JDK)) {
            System.out.println("Programs do not run on JDK " + NEWEST_JDK + ": none was found beside the running JDK");
        }
    }

    @AfterAll
    static void nameTheRows() throws IOException {
        ReachedRows.report();
    }

    // What one factory makes, one thread runs if the others are busy when it begins: so there are several.

    @TestFactory
    Stream<DynamicTest> replaysExactlyAToC() throws IOException {
        return tests('A', 'C');
    }

    @TestFactory
    Stream<DynamicTest> replaysExactlyDToG() throws IOException {
        return tests('D', 'G');
    }

    @TestFactory
    Stream<DynamicTest> replaysExactlyHToK() throws IOException {
        return tests('H', 'K');
    }

    @TestFactory
    Stream<DynamicTest> replaysExactlyLToO() throws IOException {
        return tests('L', 'O');
    }

    @TestFactory
    Stream<DynamicTest> replaysExactlyPToR() throws IOException {
        return tests('P', 'R');
    }

    @TestFactory
    Stream<DynamicTest> replaysExactlySToZ() throws IOException {
        return tests('S', 'Z');
    }

    /** @param first with which letter a program's name may begin, and {@code last} */
    private static Stream<DynamicTest> tests(char first, char last) throws IOException {
        PathMatcher selected =
                FileSystems.getDefault().getPathMatcher("glob:" + System.getProperty("hindsight.programs", "*"));
        List<Program> programs = Program.below(Checkout.programs()).stream()
                .filter(program ->
                        program.name().charAt(0) >= first && program.name().charAt(0) <= last)
                .filter(program -> selected.matches(Path.of(program.name())))
                .toList();
        List<Jdk> jdks = Jdk.find();
        Driver driver =
                ToolDriver.forBuiltJar("--threads", System.getProperty("hindsight.threads", ThreadMode.SERIAL.word()));
        return programs.stream().flatMap(program -> {
            Compiled compiled = new Compiled(program);
            return jdks.stream()
                    .filter(jdk -> jdk.feature() >= program.oldestJdk())
                    .map(jdk -> dynamicTest(
                            program.name() + " on JDK " + jdk.version(),
                            program.source().toUri(),
                            () -> roundTrip(compiled, jdk, driver)));
        });
    }

    private static void roundTrip(Compiled compiled, Jdk jdk, Driver driver) throws Exception {
        Program program = jdk.equals(Jdk.running()) ? compiled.program : compiled.program.with(FIRST_COMPILER);
        Path home = Files.createTempDirectory(directory, program.name() + "-" + jdk.feature() + "-");
        new RoundTrip(program, jdk, driver, compiled.classes(), home).run();
        World.remove(home);
    }

    /** A program that is compiled once for all JDKs. */
    private static final class Compiled {
        private final Program program;
        private Path classes;

        Compiled(Program program) {
            this.program = program;
        }

        synchronized Path classes() throws IOException {
            if (classes == null) {
                Path target = Files.createTempDirectory(directory, program.name());
                new ProgramCompiler().compile(program, target);
                classes = target;
            }
            return classes;
        }
    }
}
