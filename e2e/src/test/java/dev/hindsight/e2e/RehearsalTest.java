package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recording and replaying reach the program with the same classes of the JDK loaded and initialised: a class that only one
 * of them used would shift the program's identity hashes.
 */
class RehearsalTest {
    private static final Pattern STEP = Pattern.compile("(Initializing '|class,load\\] )([\\w$./]+)");

    @TempDir
    static Path directory;

    @TestFactory
    Stream<DynamicTest> bothSidesUseTheSameClasses() throws IOException {
        return Jdk.find().stream().map(jdk -> dynamicTest("JDK " + jdk.version(), () -> compare(jdk)));
    }

    private static void compare(Jdk jdk) throws Exception {
        Path home = Files.createTempDirectory(directory, "jdk" + jdk.feature());
        Path classes = home.resolve("classes");
        new ProgramCompiler().compile(Program.read(Checkout.programs().resolve("launch/Echo")), classes);
        Path recording = home.resolve("recording");
        ToolDriver driver = ToolDriver.forBuiltJar();
        String log = "-Xlog:class+init=info,class+load=info:file=" + home + "/init-%p.log";
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
        Set<String> one = beforeMain(logs.get(0));
        Set<String> other = beforeMain(logs.get(1));
        assertThat(one).hasSizeGreaterThan(500);
        Set<String> differences = new TreeSet<>(one);
        differences.addAll(other);
        differences.removeIf(step -> one.contains(step) && other.contains(step));
        assertThat(differences).as("what only one side did").isEmpty();
    }

    /** What the virtual machine hashes when it links it has the same hash on both sides, whoever linked it first. */
    @TestFactory
    Stream<DynamicTest> classesHaveTheSameHashesOnBothSides() throws IOException {
        return Jdk.find().stream().map(jdk -> dynamicTest("JDK " + jdk.version(), () -> compareHashes(jdk)));
    }

    private static void compareHashes(Jdk jdk) throws Exception {
        Workbench bench = new Workbench(Files.createTempDirectory(directory, "hashes" + jdk.feature()));
        Path names = bench.path("names.txt");
        Path log = bench.path("load.log");
        String text =
                """
                import java.nio.file.Files;
                import java.nio.file.Path;

                public class ClassHashes {
                    public static void main(String[] args) throws Exception {
                        for (String name : Files.readAllLines(Path.of(args[0]))) {
                            try {
                                System.out.println(name + " " + System.identityHashCode(Class.forName(name, false, null)));
                            } catch (ClassNotFoundException e) {
                                System.out.println(name + " is not the boot loader's");
                            }
                        }
                    }
                }
                """;
        Files.createFile(names);
        // More of the JDK is used to find the program in a jar than in a directory.
        List<String> command = inJar(
                bench,
                bench.program(
                        jdk, List.of("-Xlog:class+load=info:file=" + log), "ClassHashes", text, names.toString()));
        bench.record(bench.path("first"), command);
        Files.write(names, loaded(log));
        assertThat(Files.readAllLines(names)).hasSizeGreaterThan(500);
        Path recording = bench.path("recording");
        bench.record(recording, command);
        bench.requireFaithful(recording);
    }

    /** The command with a jar instead of the directory that stands behind {@code -cp}. */
    private static List<String> inJar(Workbench bench, List<String> command) {
        int place = command.indexOf("-cp") + 1;
        String jar = bench.path("program.jar").toString();
        int result = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "--create", "--file", jar, "-C", command.get(place), ".");
        assertThat(result).isZero();
        List<String> changed = new ArrayList<>(command);
        changed.set(place, jar);
        return changed;
    }

    /** The classes that were loaded from beginning to end. */
    private static Set<String> loaded(Path log) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        for (String line : Files.readAllLines(log)) {
            Matcher matcher = STEP.matcher(line);
            if (matcher.find() && !matcher.group(2).contains("dev.hindsight.")) {
                names.add(matcher.group(2));
            }
        }
        return names;
    }

    private static void run(List<String> words, Path home, int exitCode) throws Exception {
        Command.Result result = new Command(
                        words, home, World.environmentOfRecording(), Optional.of("x"), Program.Streams.SEPARATE)
                .run();
        assertThat(result.exitCode()).as(result.text()).isEqualTo(exitCode);
    }

    /** What happened to classes of the JDK, without the addresses that hidden ones carry. */
    private static Set<String> beforeMain(Path log) throws IOException {
        Set<String> steps = new TreeSet<>();
        for (String line : Files.readAllLines(log)) {
            Matcher matcher = STEP.matcher(line);
            if (matcher.find()) {
                String name = matcher.group(2).replace('/', '.');
                boolean initialized = matcher.group(1).equals("Initializing '");
                if (initialized && name.equals("Echo")) {
                    return steps;
                }
                if (!name.startsWith("dev.hindsight.") && !name.contains("$$Lambda") && !name.contains("LambdaForm$")) {
                    steps.add(name + (initialized ? " initialised" : " loaded"));
                }
            }
        }
        throw new AssertionError("the program does not start in " + log);
    }
}
