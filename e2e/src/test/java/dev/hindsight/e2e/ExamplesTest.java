package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.hindsight.e2e.Command.Result;
import dev.hindsight.e2e.Example.Typed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The examples do what their pages say: the commands on them are run, and what they print is compared. */
class ExamplesTest {
    private static final int RUNS_OF_THE_FIXED = 4;

    @TempDir
    Path directory;

    private interface Check {
        void run(Example example, Jdk jdk, Path place) throws Exception;
    }

    private Stream<DynamicTest> onEachJdk(Check check) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Example example : Example.all()) {
            for (Jdk jdk : Jdk.find()) {
                String name = example.name() + " on JDK " + jdk.version();
                tests.add(dynamicTest(
                        name, () -> check.run(example, jdk, Files.createDirectories(directory.resolve(name)))));
            }
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> commandsPrintWhatThePageShows() throws IOException {
        return onEachJdk((example, jdk, place) -> {
            example.copySourceTo(place);
            assertThat(example.terminal()).anyMatch(Typed::isRecord).anyMatch(typed -> typed.command()
                    .startsWith("hindsight replay --check "));
            for (Typed typed : example.terminal()) {
                Result result = run(typed.command(), jdk, place);
                assertThat(result.exitCode() != 0)
                        .as(typed.command() + ": " + result.text())
                        .isEqualTo(typed.isRecord());
                requireShown(typed, result);
            }
        });
    }

    private static void requireShown(Typed typed, Result result) {
        if (typed.command().startsWith("hindsight ")) {
            assertThat(typed.shown()).as(typed.command()).isNotEmpty();
        }
        for (String shown : typed.shown()) {
            assertThat(out(result).lines())
                    .as(typed.command() + " prints: " + shown)
                    .anyMatch(line -> Example.isShown(line, shown));
        }
    }

    @TestFactory
    Stream<DynamicTest> withTheFixOfThePageAllRunsPass() throws IOException {
        return onEachJdk((example, jdk, place) -> {
            example.copyFixedSourceTo(place);
            for (Typed typed : example.terminal()) {
                String command = typed.command()
                        .replaceFirst("--until-failure \\d+ ", "--until-failure " + RUNS_OF_THE_FIXED + " ");
                Result result = run(command, jdk, place);
                assertThat(result.exitCode()).as(command + ": " + result.text()).isZero();
                if (typed.isRecord()) {
                    assertThat(out(result))
                            .contains("hindsight: " + RUNS_OF_THE_FIXED + " runs passed, 0 failed ")
                            .contains("nothing was kept");
                    break;
                }
            }
        });
    }

    @Test
    void theTableOfContentsHasAll() throws IOException {
        String contents = Files.readString(Checkout.examples().resolve("README.md"));
        assertThat(Example.all()).hasSizeGreaterThanOrEqualTo(7).allSatisfy(example -> assertThat(contents)
                .contains("](" + example.name() + "/README.md)"));
    }

    @Test
    void numbersAndBlanksMayDifferButNotPlaces() {
        String line = "  63  Page.java:22    ! writes Page#3.hits = 6";
        assertThat(Example.isShown(line, " 7 Page.java:22  ! writes Page#12.hits = 41"))
                .isTrue();
        assertThat(Example.isShown(line, " 7 Page.java:22 …")).isTrue();
        assertThat(Example.isShown(line, " 7 Page.java:23 …")).isFalse();
        assertThat(Example.isShown(line, "Page.java:22")).isFalse();
    }

    /** As in a shell, with the tool of this checkout and a JDK in the path. */
    private static Result run(String command, Jdk jdk, Path place) throws IOException, InterruptedException {
        Map<String, String> environment = World.environmentOfRecording();
        environment.put("JAVA_HOME", jdk.home().toString());
        environment.put("PATH", Checkout.root() + ":" + jdk.java().getParent() + ":/usr/bin:/bin");
        List<String> words = List.of("sh", "-c", "{ " + command + "; } 2>&1");
        return new Command(words, place, environment, Optional.empty(), Program.Streams.SEPARATE).run();
    }
}
