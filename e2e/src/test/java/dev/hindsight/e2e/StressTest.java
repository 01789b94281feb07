package dev.hindsight.e2e;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Programs with many threads that take turns, made by hand and at random, replay exactly and do so every time.
 *
 * <p>A sample of them runs always. {@code -Pstress} runs all, each replayed at least twenty times: all modes on every JDK
 * have their share. With {@code -Dhindsight.stress=Park*} only those whose name fits run; {@code -Dhindsight.replays=50} is
 * for each mode and JDK; {@code -Dhindsight.chaos=12} is another seed of chaos. What failed stays in {@code e2e/target/stress}.
 */
@Execution(ExecutionMode.CONCURRENT)
class StressTest {
    private static final int SEEDS = 120;
    private static final int REPLAYS = 20;
    private static final int MODES = 5;
    private static final long CHAOS_SEED = Long.getLong("hindsight.chaos", 11);
    private static final int REPLAYS_OF_SAMPLE = 2;
    private static final Set<String> SAMPLE = Set.of(
            "BankRaces",
            "Conditions",
            "EndsBeforeLongTurns",
            "FailedInitialiser",
            "FinalizedInTurns",
            "LoaderLocks",
            "OtherStacks",
            "ParkChain",
            "StackOverflows",
            "VirtualAnswers",
            "VirtualCrowd",
            "VirtualLocks",
            "VirtualMonitors",
            "VirtualNesting",
            "WaitAndJoin",
            "WaitNotify",
            "WebExchanges",
            RandomProgram.name(1),
            RandomProgram.name(4));
    /** Those of the sample that also run from a seed. */
    private static final Set<String> SEEDED_SAMPLE = Set.of(
            "Conditions",
            "DaemonsAtTheEnd",
            "FinalizedInTurns",
            "OtherStacks",
            "PipeInterrupted",
            "SleepBesideSelects",
            "StackOverflows",
            "ThreadStates",
            "VirtualLocks",
            "WaitNotify",
            "WebExchanges",
            RandomProgram.name(4));

    /** Those of the sample that also run beside each other. */
    private static final Set<String> PARALLEL_SAMPLE = Set.of(
            "BesideArrays",
            "BesideCallbacks",
            "BesideObjects",
            "BesideTraps",
            "Conditions",
            "Dekker",
            "LazyInit",
            "LostUpdatesOfArrays",
            "LostUpdatesOfFields",
            "NullReceivers",
            "OtherContent",
            "Ranges",
            "Rows",
            "StackOverflows",
            "UnseenCaller",
            "UnseenWriter",
            "VirtualLocks",
            "WaitingInitialisers",
            RandomProgram.name(1));

    /** Those of them in which what was found out about classes ahead is also looked at. */
    private static final Set<String> CHECKED_SAMPLE =
            Set.of("BesideObjects", "BesideCallbacks", "Conditions", "UnseenCaller", RandomProgram.name(1));

    /** Those of the sample whose threads are also made to wait at unusual moments. */
    private static final Set<String> CHAOS_SAMPLE = Set.of(
            "BankRaces",
            "Conditions",
            "Dekker",
            "EndsBeforeLongTurns",
            "FailedInitialiser",
            "FinalizedInTurns",
            "LazyInit",
            "LoaderLocks",
            "OtherStacks",
            "ParkChain",
            "SharedCollections",
            "StackOverflows",
            "VirtualLocks",
            "WaitNotify",
            RandomProgram.name(1),
            RandomProgram.name(4));

    private static final String SELECTED = System.getProperty("hindsight.stress", "");

    private static final Path DIRECTORY = Checkout.testOutput().resolve("stress");
    private static final Set<String> FAILED = new ConcurrentSkipListSet<>();

    @BeforeAll
    static void clean() throws IOException {
        World.remove(DIRECTORY);
    }

    @AfterAll
    static void tellWhatFailed() {
        if (!FAILED.isEmpty()) {
            System.out.println(FAILED.size() + " stress programs failed; their recordings are in " + DIRECTORY + ":");
            FAILED.forEach(line -> System.out.println("  " + line));
        }
    }

    @TestFactory
    Stream<DynamicTest> replaysEveryTime() throws IOException {
        return tests("", SAMPLE, ToolDriver.forBuiltJar());
    }

    /** The same without a word about who ran when. */
    @TestFactory
    Stream<DynamicTest> replaysEveryTimeFromItsSeed() throws IOException {
        return tests("-seeded", SEEDED_SAMPLE, ToolDriver.forBuiltJar("--threads", "deterministic", "--seed", "7"));
    }

    /** The same with threads that run beside each other. */
    @TestFactory
    Stream<DynamicTest> replaysEveryTimeWhatRanBesideOthers() throws IOException {
        return tests("-parallel", PARALLEL_SAMPLE, ToolDriver.forBuiltJar("--threads", "parallel"));
    }

    /** The same, and the recording is whole only if all is as it was found out to be. */
    @TestFactory
    Stream<DynamicTest> findsTheAnalysisRight() throws IOException {
        String[] options = {"--threads", "parallel", "--analysis", "check"};
        return tests("-checked", CHECKED_SAMPLE, ToolDriver.forBuiltJar(options));
    }

    /** The same with threads that are made to wait at unusual moments. */
    @TestFactory
    Stream<DynamicTest> replaysEveryTimeWhatChaosMadeOfIt() throws IOException {
        return tests("-chaos", CHAOS_SAMPLE, ToolDriver.forBuiltJar("--chaos=" + CHAOS_SEED));
    }

    private static Stream<DynamicTest> tests(String suffix, Set<String> sample, Driver driver) throws IOException {
        List<Jdk> all = Jdk.find();
        return programs(sample).stream().flatMap(program -> {
            List<Jdk> jdks = all.stream()
                    .filter(jdk -> jdk.feature() >= program.oldestJdk())
                    .toList();
            return jdks.stream()
                    .map(jdk -> dynamicTest(
                            program.name() + suffix + " on JDK " + jdk.version(),
                            program.source().toUri(),
                            () -> replayRepeatedly(program, jdk, driver, suffix, replays(jdks.size()))));
        });
    }

    private static int replays(int jdks) {
        if (SELECTED.isEmpty()) {
            return REPLAYS_OF_SAMPLE;
        }
        int share = jdks * MODES;
        return Integer.getInteger("hindsight.replays", (REPLAYS + share - 1) / share);
    }

    private static List<Program> programs(Set<String> sample) throws IOException {
        Predicate<String> selected = selected(sample);
        List<Program> programs = new ArrayList<>(Program.below(Checkout.stressPrograms()));
        programs.removeIf(program -> !selected.test(program.name()));
        for (int seed = 1; seed <= SEEDS; seed++) {
            if (selected.test(RandomProgram.name(seed))) {
                programs.add(RandomProgram.write(DIRECTORY.resolve("pass"), seed));
            }
        }
        return programs;
    }

    private static Predicate<String> selected(Set<String> sample) {
        if (SELECTED.isEmpty()) {
            return sample::contains;
        }
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + SELECTED);
        return name -> matcher.matches(Path.of(name));
    }

    private static void replayRepeatedly(Program program, Jdk jdk, Driver driver, String suffix, int replays)
            throws Exception {
        Path home = Files.createDirectories(
                DIRECTORY.resolve(program.name() + suffix + "-" + jdk.home().getFileName()));
        try {
            Path classes = home.resolve("compiled");
            new ProgramCompiler().compile(program, classes);
            new RoundTrip(program, jdk, driver, classes, home).replayRepeatedly(replays);
        } catch (AssertionError e) {
            FAILED.add(home.getFileName() + ": "
                    + e.getMessage().lines().findFirst().orElse(""));
            throw e;
        }
        World.remove(home);
    }
}
