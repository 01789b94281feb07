package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording is replayed with the JDK that made it; with another, it says so and stops unless told otherwise. */
class OtherJdkTest {
    private static final int CANNOT_BE_USED = 4;
    private static final int DIVERGED = 125;

    private static final String HOME = "public class Home { public static void main(String[] a) {"
            + " System.out.println(System.getProperty(\"java.home\") + \" at \" + System.nanoTime()); } }";

    /** The launcher and the virtual machine tell by their own places where the JDK is; all else is found from there. */
    private static final Set<Path> COPIED = Set.of(Path.of("bin/java"), Path.of("lib/server/libjvm.so"));

    @TempDir
    Path directory;

    private Workbench bench;
    private Path recording;
    private List<Jdk> jdks;

    @BeforeEach
    void prepare() throws IOException {
        bench = new Workbench(directory);
        recording = bench.path("recording");
        jdks = Jdk.find();
    }

    @Test
    void aJdkThatIsGoneOrReplacedStopsTheReplayUntilOneIsChosen() throws Exception {
        Jdk own = Jdk.running();
        Path home = bench.path("jdk");
        place(own, home);
        Jdk placed = new Jdk(home, own.version());
        Result recorded = run(bench.recordCommand(recording, bench.program(placed, List.of(), "Home", HOME)));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(Workbench.out(recorded)).startsWith(home.toRealPath() + " at ");

        World.remove(home);
        requireRefusal("/jdk', which is not there any more; install that JDK, or try another with --jdk PATH");

        Result chosen = run(bench.tool("replay", "--check", "--jdk", own.home().toString(), recording.toString()));
        assertThat(chosen.exitCode()).as(chosen.text()).isZero();
        assertThat(Workbench.err(chosen)).startsWith("faithful: ");
        Output.requireSame("stdout of the check", recorded.out(), chosen.out());

        Jdk other = other(own);
        place(other, home);
        requireRefusal("/jdk' there is " + other.version());
        World.remove(home);
    }

    private void requireRefusal(String reason) throws IOException, InterruptedException {
        for (List<String> replay : List.of(
                bench.tool("replay", recording.toString()), bench.tool("replay", "--check", recording.toString()))) {
            Result refused = run(replay);
            assertThat(refused.exitCode()).as(refused.text()).isEqualTo(CANNOT_BE_USED);
            assertThat(Workbench.out(refused)).isEmpty();
            assertThat(Workbench.requireOneLine(refused))
                    .contains(
                            "was made with JDK " + Jdk.running().version(),
                            reason,
                            "; install that JDK, or try another with --jdk PATH");
        }
    }

    @Test
    void anotherJdkThatIsChosenIsWarnedAbout() throws Exception {
        for (Jdk made : jdks) {
            Jdk other = other(made);
            World.remove(recording);
            Result recorded = bench.record(recording, bench.program(made, List.of(), "Home", HOME));
            assertThat(recorded.exitCode()).as(recorded.text()).isZero();
            Result check =
                    bench.runTool("replay", "--check", "--jdk", other.home().toString(), recording.toString());
            assertThat(Workbench.err(check))
                    .startsWith("hindsight: WARNING: the recording was made with JDK " + made.version())
                    .contains(", this is " + other.version());
            if (check.exitCode() == 0) {
                assertThat(Workbench.err(check)).contains("faithful: ");
                Output.requireSame("stdout of the check", recorded.out(), check.out());
            } else {
                assertThat(check.exitCode()).as(check.text()).isEqualTo(DIVERGED);
                assertThat(Workbench.err(check)).contains("diverged at event", "expected:", "actual:");
            }
        }
    }

    @Test
    void whatIsNoJdkIsRefused() throws Exception {
        Result recorded = bench.record(recording, bench.program("Home", HOME));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        Result refused = bench.runTool("replay", "--jdk", directory.toString(), recording.toString());
        assertThat(refused.exitCode()).as(refused.text()).isEqualTo(CANNOT_BE_USED);
        assertThat(Workbench.requireOneLine(refused)).contains("there is no JDK at '" + directory + "'");
    }

    /** One of another release; where there is none, the rest of the test is skipped. */
    private Jdk other(Jdk jdk) {
        Optional<Jdk> other = jdks.stream()
                .filter(candidate -> candidate.feature() != jdk.feature())
                .findFirst();
        assumeTrue(other.isPresent(), "there is no JDK beside " + jdk.version() + " to replay with");
        return other.get();
    }

    /** Makes a JDK at another place, mostly of links. */
    private static void place(Jdk jdk, Path home) throws IOException {
        place(jdk.home(), Path.of(""), home);
    }

    private static void place(Path from, Path inside, Path to) throws IOException {
        Path source = from.resolve(inside);
        Path target = to.resolve(inside);
        if (COPIED.contains(inside)) {
            Files.copy(source, target);
        } else if (inside.toString().isEmpty() || COPIED.stream().anyMatch(copied -> copied.startsWith(inside))) {
            Files.createDirectory(target);
            try (Stream<Path> entries = Files.list(source)) {
                for (Path entry : entries.toList()) {
                    place(from, from.relativize(entry), to);
                }
            }
        } else {
            Files.createSymbolicLink(target, source);
        }
    }

    /** Runs the tool with a cache of its own: what it prepares for a JDK that is soon gone should go with it. */
    private Result run(List<String> words) throws IOException, InterruptedException {
        Map<String, String> environment = World.environmentOfRecording();
        environment.put("XDG_CACHE_HOME", bench.path("cache").toString());
        return new Command(words, directory, environment, Optional.empty(), Program.Streams.SEPARATE).run();
    }
}
