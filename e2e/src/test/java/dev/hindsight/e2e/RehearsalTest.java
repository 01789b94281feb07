package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recording and replaying reach the program with the same classes of the JDK initialised: a class that only one of them
 * used would shift the program's identity hashes.
 */
class RehearsalTest {
    @TempDir
    static Path directory;

    @TestFactory
    Stream<DynamicTest> bothSidesInitialiseTheSameClasses() throws IOException {
        return Jdk.find().stream().map(jdk -> dynamicTest("JDK " + jdk.version(), () -> compare(jdk)));
    }

    private static void compare(Jdk jdk) throws Exception {
        Path home = Files.createTempDirectory(directory, "jdk" + jdk.feature());
        Path classes = home.resolve("classes");
        new ProgramCompiler().compile(Program.read(Checkout.programs().resolve("launch/Echo")), classes);
        Path recording = home.resolve("recording");
        ToolDriver driver = ToolDriver.forBuiltJar();
        String log = "-Xlog:class+init=info:file=" + home + "/init-%p.log";
        run(
                driver.record(recording, List.of(jdk.java().toString(), log, "-cp", classes.toString(), "Echo", "a")),
                home,
                1);
        run(driver.check(recording), home, 0);
        List<Path> logs;
        try (Stream<Path> files = Files.list(home)) {
            logs = files.filter(file -> file.toString().endsWith(".log")).toList();
        }
        assertThat(logs).as("a log of each side").hasSize(2);
        assertThat(beforeMain(logs.get(0))).isEqualTo(beforeMain(logs.get(1)));
    }

    private static void run(List<String> words, Path home, int exitCode) throws Exception {
        Command.Result result = new Command(
                        words, home, World.environmentOfRecording(), Optional.of("x"), Program.Streams.SEPARATE)
                .run();
        assertThat(result.exitCode()).as(result.text()).isEqualTo(exitCode);
    }

    /** Names of classes of the JDK, without the addresses that hidden ones carry. */
    private static TreeSet<String> beforeMain(Path log) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        for (String line : Files.readAllLines(log)) {
            int start = line.indexOf("Initializing '");
            if (start >= 0) {
                String name = line.substring(start + 14, line.indexOf('\'', start + 14));
                if (name.equals("Echo")) {
                    return names;
                }
                if (!name.startsWith("dev/hindsight/") && !name.contains("$$Lambda") && !name.contains("LambdaForm$")) {
                    names.add(name);
                }
            }
        }
        throw new AssertionError("the program does not start in " + log);
    }
}
