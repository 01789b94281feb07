package dev.hindsight.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The annotations in a JVM without the agent; with it, they are tried in the tests of the whole product. */
class ExtensionsTest {
    /** By all that was run here. */
    private static final ByteArrayOutputStream SAID = new ByteArrayOutputStream();

    private final SummaryGeneratingListener summary = new SummaryGeneratingListener();
    private final List<String> ended = new ArrayList<>();
    private final PrintStream err = System.err;

    @AfterEach
    void restore() {
        System.setErr(err);
    }

    private void run(Class<?> subject, String... configuration) {
        System.setErr(new PrintStream(SAID, true, StandardCharsets.UTF_8));
        LauncherDiscoveryRequestBuilder builder =
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(subject));
        for (String pair : configuration) {
            builder.configurationParameter(pair.split("=")[0], pair.split("=")[1]);
        }
        LauncherDiscoveryRequest request = builder.build();
        LauncherFactory.create().execute(request, summary, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    ended.add(test.getDisplayName() + " " + result.getStatus());
                }
            }
        });
        System.setErr(err);
    }

    private String failures() {
        StringWriter text = new StringWriter();
        summary.getSummary().printFailuresTo(new PrintWriter(text));
        return text.toString();
    }

    static class ThirdFails {
        static int runs;

        @RepeatUntilFailure(runs = 10)
        void test() {
            if (++runs == 3) {
                throw new IllegalStateException("the third");
            }
        }
    }

    @Test
    void repetitionsEndWithTheFirstFailure() {
        ThirdFails.runs = 0;
        run(ThirdFails.class);
        assertThat(ended)
                .containsExactly(
                        "repetition 1 of 10 SUCCESSFUL", "repetition 2 of 10 SUCCESSFUL", "repetition 3 of 10 FAILED");
        assertThat(failures()).contains("the third");
    }

    @Test
    void repetitionsFollowEachOtherWhereTestsRunInParallel() {
        ThirdFails.runs = 0;
        run(
                ThirdFails.class,
                "junit.jupiter.execution.parallel.enabled=true",
                "junit.jupiter.execution.parallel.mode.default=concurrent");
        assertThat(ended).hasSize(3);
    }

    static class FailsAfterTheTest {
        @RepeatUntilFailure(runs = 10)
        void test() {}

        @AfterEach
        void clean() {
            throw new IllegalStateException("after it");
        }
    }

    @Test
    void whatFailsAfterATestEndsRepetitionsToo() {
        run(FailsAfterTheTest.class);
        assertThat(ended).containsExactly("repetition 1 of 10 FAILED");
    }

    static class NeverFails {
        @RepeatUntilFailure(runs = 4)
        void test() {
            Assumptions.assumeFalse(Thread.interrupted());
        }
    }

    @Test
    void aTestThatDoesNotFailRunsAsOftenAsItMay() {
        run(NeverFails.class);
        assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(4);
    }

    static class NoRuns {
        @RepeatUntilFailure(runs = 0)
        void test() {}
    }

    @Test
    void noRunsAreAMistake() {
        run(NoRuns.class);
        assertThat(failures()).contains("@RepeatUntilFailure(runs = 0) on test has to run at least once");
    }

    @RecordOnFailure
    static class Fails {
        @Test
        void fails() {
            throw new IllegalStateException("on purpose");
        }

        @Test
        void passes() {}
    }

    @Test
    void withoutTheAgentTestsRunAsUsual() {
        run(Fails.class);
        assertThat(summary.getSummary().getTestsFailedCount()).isEqualTo(1);
        assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(1);
        assertThat(failures()).contains("on purpose");
    }

    @AfterAll
    static void thatTheAgentIsMissingWasSaidOnce() {
        String line = SAID.toString(StandardCharsets.UTF_8);
        assertThat(line)
                .startsWith("hindsight: tests are not recorded: ")
                .contains("-javaagent:")
                .contains("save-on=failure");
        assertThat(line.lines()).hasSize(1);
    }
}
