package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.e2e.Command.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of a report, looked at in a real browser if there is one. */
class ReportTest extends OnEachJdk {
    private static final String MARKUP =
            "</script><script>window.injected=1</script><img src=x onerror=window.injected=1><!--<b id=injected>";

    /** All that the program chooses tries to be markup: values, the name of a thread, what is printed, the exception. */
    private static final String OUTDATED =
            """
            public class Outdated {
                static class Session {
                    String user = "MARKUP";
                }

                static final Session SESSION = new Session();

                public static void main(String[] args) throws Exception {
                    Thread closer = new Thread(Outdated::close, "closer MARKUP");
                    closer.start();
                    System.out.println("user " + SESSION.user);
                    Thread.sleep(500);
                    if (SESSION.user == null) {
                        throw new IllegalStateException("gone: MARKUP");
                    }
                }

                private static void close() {
                    try {
                        Thread.sleep(100);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    SESSION.user = null;
                }
            }
            """
                    .replace("MARKUP", MARKUP);

    private static final String MANY =
            """
            public class Many {
                static int shared;

                public static void main(String[] args) throws Exception {
                    Thread one = new Thread(Many::count, "one");
                    one.start();
                    count();
                    one.join();
                    System.out.println(shared);
                }

                private static void count() {
                    for (int i = 0; i < 40_000; i++) {
                        shared++;
                    }
                }
            }
            """;

    private Path page;

    @BeforeEach
    void placePage() {
        page = bench.path("recording.html");
    }

    private Result report(String... more) throws Exception {
        List<String> words = bench.tool("report", recording.toString());
        words.addAll(List.of(more));
        Result told = bench.run(words);
        assertThat(told.exitCode()).as(told.text()).isZero();
        return told;
    }

    private Browser browser() throws Exception {
        Optional<Path> program = Browser.installed();
        assumeTrue(program.isPresent(), "no browser in PATH");
        return Browser.start(program.get(), bench.path("browser"));
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void thePageShowsTheRaceAndNothingInItIsMarkup(Jdk jdk) throws Exception {
        bench.record(recording, bench.program(jdk, List.of(), "Outdated", OUTDATED));
        Result told = report("--source", directory.toString());
        assertThat(out(told)).isEqualTo(page + "\n");
        assertThat(err(told)).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                .as("as private as the recording")
                .isEqualTo("rw-------");
        try (Browser browser = browser()) {
            browser.open(page);
            assertThat(browser.text("document.documentElement.dataset.state")).isEqualTo("ready");
            requireNoMarkup(browser);
            assertThat(browser.text("document.title")).startsWith("Outdated ");
            assertThat(browser.text("document.documentElement.dataset.lanes")).isEqualTo("2");
            String findings = browser.text("document.getElementById('findings').textContent");
            assertThat(findings)
                    .contains("main ended with", "gone: " + MARKUP, "The failure depends on")
                    .contains("Race on Outdated$Session.user");
            assertThat(browser.text("document.getElementById('step').textContent"))
                    .as("the page begins where the thread failed")
                    .contains("Outdated.java:14", "throws");
            assertThat(Integer.parseInt(browser.text("document.documentElement.dataset.arrows")))
                    .as("the start of the thread, and the write whose value was read")
                    .isGreaterThanOrEqualTo(2);

            // The first race of the list is clicked: its second side is the read that saw the other thread's write.
            browser.evaluate("document.querySelectorAll('#findings .race button')[1].click()");
            String step = browser.text("document.getElementById('step').textContent");
            assertThat(step).contains("Outdated.java:13", "null", "written by", "races with", "closer " + MARKUP);
            assertThat(browser.text("document.querySelector('#code .current').textContent"))
                    .contains("if (SESSION.user == null)");
            browser.evaluate("document.querySelector('#step .jump').click()");
            assertThat(browser.text("document.getElementById('step').textContent"))
                    .contains("Outdated.java:24", "writes", "seen by");

            find(browser, "prints nothing like this");
            assertThat(browser.text("document.getElementById('found').textContent"))
                    .isEqualTo("0 found");
            find(browser, "user </script>");
            browser.press("Enter");
            assertThat(browser.text("document.getElementById('step').textContent"))
                    .as("what was printed is on the same time line")
                    .startsWith("Printed")
                    .contains("user " + MARKUP);
            requireNoMarkup(browser);
        }
    }

    private static void find(Browser browser, String text) throws Exception {
        browser.evaluate("document.documentElement.dataset.found = ''; document.getElementById('find').value = '';"
                + "document.getElementById('find').focus()");
        browser.type(text);
        Workbench.await(
                () -> {
                    try {
                        return Optional.of(browser.text("document.documentElement.dataset.found"))
                                .filter(found -> !found.isEmpty());
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                "the search");
    }

    private static void requireNoMarkup(Browser browser) throws Exception {
        assertThat(browser.text("window.injected")).isEqualTo("null");
        assertThat(browser.text("document.querySelectorAll('script').length")).isEqualTo("2");
        assertThat(browser.text("document.querySelectorAll('img, #injected, iframe, object').length"))
                .isEqualTo("0");
        assertThat(browser.text("performance.getEntriesByType('resource').length"))
                .as("nothing is loaded")
                .isEqualTo("0");
    }

    @Test
    void aHundredThousandStepsCanBeMovedThrough() throws Exception {
        bench.record(recording, bench.program("Many", MANY));
        report("--steps=100000");
        try (Browser browser = browser()) {
            browser.open(page);
            assertThat(browser.text("document.documentElement.dataset.state")).isEqualTo("ready");
            assertThat(Long.parseLong(browser.text("document.documentElement.dataset.steps")))
                    .isGreaterThan(99_000);
            assertThat(browser.text("document.getElementById('notes').textContent"))
                    .contains("The last 100000 steps of ");
            assertThat(browser.text("document.getElementById('source').textContent"))
                    .as("the sources are not below the working directory")
                    .contains("--source DIR");
            // A step that is clicked on is told; which one depends on what is drawn where.
            browser.press("End");
            String last = browser.text("document.documentElement.dataset.selected");
            browser.wheel(500, 400, -3000, 0);
            browser.click(500, 400);
            await(browser, "document.documentElement.dataset.selected !== '" + last + "'");
            assertThat(browser.text("document.getElementById('step').textContent"))
                    .contains("shared")
                    .containsPattern("value\\d+");
            browser.evaluate("document.getElementById('fit').click()");
            await(browser, "document.documentElement.dataset.shown === document.documentElement.dataset.slots");
            browser.wheel(500, 400, -600, 2);
            await(
                    browser,
                    "Number(document.documentElement.dataset.shown) < document.documentElement.dataset.slots / 2");
            find(browser, "one");
            assertThat(Long.parseLong(browser.text("document.documentElement.dataset.found")))
                    .isGreaterThan(10_000);
        }
    }

    /** Both have to wait for the other, for good. */
    private static final String ASLEEP =
            """
            public class Asleep {
                static final Object BELL = new Object();

                public static void main(String[] args) throws Exception {
                    Thread notifier = new Thread(Asleep::listen, "notifier");
                    notifier.start();
                    listen();
                }

                private static void listen() {
                    synchronized (BELL) {
                        try {
                            BELL.wait();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
            }
            """;

    private void recordUntilSaid(String name, String program, String said) throws Exception {
        Process stuck = bench.start(bench.recordCommand(recording, bench.program(name, program)), bench.path("out"));
        try {
            Workbench.await(
                    () -> Optional.of(Workbench.read(bench.path("started.err"))).filter(words -> words.contains(said)),
                    said);
        } finally {
            stuck.descendants().forEach(ProcessHandle::destroy);
        }
        Workbench.end(stuck);
    }

    @Test
    void aDeadlockIsWhereThePageBegins() throws Exception {
        recordUntilSaid("Locked", ThreadsTest.LOCKED, "'other' waits for");
        report();
        try (Browser browser = browser()) {
            browser.open(page);
            assertThat(browser.text("document.getElementById('deadlock').textContent"))
                    .contains("main waits for Object#", "other waits for Object#", "taken: #");
            assertThat(browser.text("document.getElementById('step').textContent"))
                    .contains("Locked.java:18", "wants");
        }
    }

    @Test
    void aProgramThatStandsStillIsAFinding() throws Exception {
        recordUntilSaid("Asleep", ASLEEP, "'notifier' waits to be notified");
        report();
        try (Browser browser = browser()) {
            browser.open(page);
            assertThat(browser.text("document.getElementById('findings').textContent"))
                    .contains("These threads cannot go on", "'notifier' waits to be notified", "Asleep.java:13")
                    .doesNotContain("No thread failed");
            assertThat(browser.text("document.getElementById('step').textContent"))
                    .contains("wait()");
        }
    }

    private static void await(Browser browser, String condition) throws Exception {
        Workbench.await(
                () -> {
                    try {
                        return Optional.of(browser.evaluate(condition)).filter(Boolean.TRUE::equals);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                condition);
    }

    @Test
    void aReportIsReplacedByAReport() throws Exception {
        bench.record(recording, bench.program("Outdated", OUTDATED));
        report();
        report();
        Path other = Files.writeString(bench.path("mine.html"), "mine");
        Result refused = bench.runTool("report", recording.toString(), "-o", other.toString());
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(other).hasContent("mine");
        report("-o", other.toString(), "--force");
        assertThat(Files.readString(other)).contains("hindsight report");
        Path pipe = bench.path("pipe");
        bench.run(List.of("mkfifo", pipe.toString()));
        Result ofPipe = bench.runTool("report", recording.toString(), "--force", "-o", pipe.toString());
        assertThat(ofPipe.exitCode()).as(ofPipe.text()).isEqualTo(2);
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith(".hindsight"));
        }
    }
}
