package dev.hindsight.e2e;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.stream.Stream;
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
 * <p>{@code -Dhindsight.programs=File*} runs only the programs whose name fits.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProgramsTest {
    private static final int NEWEST_JDK = 25;

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

    @TestFactory
    Stream<DynamicTest> replaysExactly() throws IOException {
        PathMatcher selected =
                FileSystems.getDefault().getPathMatcher("glob:" + System.getProperty("hindsight.programs", "*"));
        List<Program> programs = Program.below(Checkout.programs()).stream()
                .filter(program -> selected.matches(Path.of(program.name())))
                .toList();
        List<Jdk> jdks = Jdk.find();
        Driver driver = ToolDriver.forBuiltJar();
        return programs.stream().flatMap(program -> jdks.stream()
                .filter(jdk -> jdk.feature() >= program.oldestJdk())
                .map(jdk -> dynamicTest(
                        program.name() + " on JDK " + jdk.version(),
                        program.source().toUri(),
                        () -> roundTrip(program, jdk, driver))));
    }

    private static void roundTrip(Program program, Jdk jdk, Driver driver) throws Exception {
        Path home = Files.createTempDirectory(directory, program.name() + "-" + jdk.feature() + "-");
        Path classes = home.resolve("compiled");
        new ProgramCompiler().compile(program, classes);
        new RoundTrip(program, jdk, driver, classes, home).run();
        World.remove(home);
    }
}
