package dev.hindsight.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.app.steps.Standstill;
import dev.hindsight.app.steps.StepReader;
import dev.hindsight.app.steps.Steps;
import dev.hindsight.trace.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of a report holds what was recorded, as data and as nothing else. */
class PageTest {
    private static final String HEAD =
            """
            sites\t0\t-1
            class\tdemo/Account\tjava/lang/Object\tAccount.java
            read\tadd\t5\tdemo/Account\tbalance\tI
            write\tadd\t6\tdemo/Account\towner\tLjava/lang/String;
            thread\t1\tmain\tjava.lang.Thread#1
            """;
    private static final String DATA = "<script type=\"application/json\" id=\"data\">";

    @TempDir
    Path directory;

    private Steps steps(String lines) throws IOException {
        return StepReader.read(Files.writeString(directory.resolve("steps"), HEAD + lines + "end\n"));
    }

    private static PageData data(Steps steps) {
        PageData data = new PageData(steps, UnaryOperator.identity());
        data.putFacts("Main", Map.of());
        data.putNotes(List.of());
        data.putMarks(List.of(), Map.of());
        data.putSources(Map.of());
        return data;
    }

    private static String page(PageData data) throws IOException {
        StringWriter out = new StringWriter();
        new Page().write(data, out);
        return out.toString();
    }

    /** What follows the end of the data, as a browser sees it. */
    private static String behind(String page) {
        return page.substring(page.indexOf("</script>", page.indexOf("id=\"data\">")));
    }

    private static Map<String, Object> embedded(String page) throws IOException {
        int from = page.indexOf(DATA) + DATA.length();
        return Json.parseObject(page.substring(from, page.indexOf("</script>", from)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "</script><script>alert(1)</script>",
                "<!--<script>",
                "]]> --> &lt; &amp; ' \" ` \\ \\u003c/script>",
                "\u2028 \u2029 \u0000 \u001b[2J \u007f \ufeff \ud83d\ude00 \ud83d",
                "@DATA@ @SCRIPT@ @STYLE@ @POLICY@"
            })
    void aRecordedTextStaysData(String text) throws IOException {
        Steps steps = steps("steps\t1\t0\nstep\t0\t1\t1\t0\tdemo.Account#2\t-1\t0\t\"x\"\n");
        PageData data = data(steps);
        data.putMarks(List.of(new Mark(0, 0, Mark.Kind.OUTPUT, text, text)), Map.of(0, text));
        data.putFacts(text, Map.of(text, text));
        data.putNotes(List.of(text));
        data.putSources(Map.of("demo/Account.java", text));
        String page = page(data);
        String plain = page(data(steps));
        assertThat(behind(page).equals(behind(plain)))
                .as("what is behind the data is ours")
                .isTrue();
        assertThat(page.chars().filter(c -> c == '<').count())
                .isEqualTo(plain.chars().filter(c -> c == '<').count());
        assertThat(page.chars().anyMatch(c -> c >= 0x7f)).isFalse();
        Map<String, Object> embedded = embedded(page);
        assertThat(embedded.get("program")).isEqualTo(text);
        assertThat(embedded.get("facts")).isEqualTo(Map.of(text, text));
        assertThat(embedded.get("notes")).isEqualTo(List.of(text));
        assertThat(embedded.get("threads")).isEqualTo(List.of("main", text));
        assertThat(embedded.get("texts"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .contains(text);
        assertThat(embedded.get("sources")).isEqualTo(Map.of("demo/Account.java", text));
    }

    @Test
    void thePageLoadsNothingAndRunsOnlyOurScript() throws IOException {
        String page = page(data(steps("steps\t0\t0\n")));
        assertThat(page.substring(0, 1024)).contains(Page.SIGN);
        assertThat(page)
                .contains("default-src 'none'")
                .containsPattern("script-src 'sha256-[A-Za-z0-9+/=]{44}';")
                .doesNotContain("unsafe-")
                .doesNotContain("innerHTML")
                .doesNotContain("insertAdjacentHTML")
                .doesNotContain("document.write")
                .doesNotContain("eval(")
                .doesNotContainPattern("(src|href)=")
                .doesNotContain("http:")
                .doesNotContain("https:");
    }

    @Test
    void aHundredThousandStepsAreSomeMegabytes() throws IOException {
        int count = 100_000;
        StringBuilder lines = new StringBuilder("steps\t" + count + "\t0\n");
        for (int i = 0; i < count; i++) {
            lines.append("step\t" + i + "\t1\t" + i % 2 + "\t" + i / 10 + "\tdemo.Account#" + i % 500 + "\t-1\t" + i
                    + "\t\"text " + i + "\"\n");
        }
        PageData data = data(steps(lines.toString()));
        String page = page(data);
        assertThat(page.length()).isBetween(count * 10, count * 80);
        assertThat(page.contains("text " + (count - 1))).isTrue();
    }

    @Test
    void eventsStandBeforeTheStepsThatCameAfterThem() throws IOException {
        PageData data = data(steps("steps\t2\t0\nstep\t0\t1\t0\t3\tdemo.Account#2\t-1\t0\tnull\n"
                + "step\t1\t1\t0\t5\tdemo.Account#2\t-1\t0\tnull\n"));
        data.putMarks(
                List.of(
                        new Mark(0, 2, Mark.Kind.EVENT, "a", ""),
                        new Mark(0, 3, Mark.Kind.EVENT, "b", ""),
                        new Mark(1, 5, Mark.Kind.EVENT, "c", ""),
                        new Mark(0, Long.MAX_VALUE, Mark.Kind.EVENT, "d", "")),
                Map.of(0, "main", 1, "main"));
        Map<String, Object> embedded = embedded(page(data));
        Map<?, ?> marks = (Map<?, ?>) embedded.get("marks");
        assertThat(marks.get("before")).isEqualTo(List.of(0L, 1L, 2L, 2L));
        assertThat(marks.get("lane"))
                .as("the second log of that name has a lane of its own")
                .isEqualTo(List.of(0L, 0L, 1L, 0L));
        assertThat(marks.get("order")).isEqualTo(List.of(2L, 3L, 5L, -1L));
    }

    @Test
    void theFailureIsARowAndATestHasItsName() throws IOException {
        String lines = "steps\t2\t0\nstep\t0\t1\t0\t3\tdemo.Account#2\t-1\t0\tnull\n"
                + "step\t1\t1\t1\t5\tdemo.Account#2\t-1\t0\tnull\n";
        Map<String, Object> thread = embedded(
                page(data(steps(lines + "thrown\t1\t2\tdemo.Lost: x\\n\\tat demo.Account.add(Account.java:5)\n"))));
        assertThat(thread)
                .containsEntry("failing", 0L)
                .containsEntry("test", "")
                .containsEntry("failed", 0L);
        Map<String, Object> test = embedded(page(data(steps(lines + "test\t1\t0\t2\tATest.adds\tdemo.Lost: x\n"))));
        assertThat(test).containsEntry("failing", 1L).containsEntry("test", "ATest.adds");
    }

    @Test
    void whoCannotGoOnIsAFinding() throws IOException {
        Steps steps = steps("steps\t1\t0\nstep\t0\t1\t0\t3\tdemo.Account#2\t-1\t0\tnull\n");
        PageData data = data(steps);
        data.putStandstill(Standstill.of(steps, List.of("no thread can go on: 'main' waits for X")), true);
        assertThat(embedded(page(data)).get("stuck"))
                .isEqualTo(List.of(Map.of("told", "'main' waits for X", "last", 0L)));
        assertThat(embedded(page(data)))
                .containsEntry(
                        "stuckTitle", "These threads could not go on for a time, and the program ended all the same");
    }

    @Test
    void lanesOfOneNameHaveNumbers() throws IOException {
        Steps steps = steps("thread\t7\tmain\tjava.lang.Thread#7\nsteps\t0\t0\n");
        assertThat(embedded(page(data(steps))).get("threads")).isEqualTo(List.of("main (1)", "main (7)"));
    }

    @Test
    void sourcesAreFoundByPackageAndName() throws IOException {
        write("app/src/main/java/demo/Account.java", "the right one");
        write("app/src/main/java/other/Account.java", "another");
        write("app/target/generated/demo/Lost.java", "built");
        write(".hidden/demo/Lost.java", "hidden");
        write("b/Main.java", "b");
        write("a/Main.java", "a");
        write("large/Large.java", "x".repeat(600_000));
        Set<String> wanted = Set.of("demo/Account.java", "demo/Lost.java", "Main.java", "Large.java");
        assertThat(new Sources(List.of(directory)).read(wanted))
                .isEqualTo(Map.of("demo/Account.java", "the right one", "Main.java", "a"));
        assertThat(new Sources(List.of(directory.resolve("b"), directory.resolve("a"))).read(wanted))
                .as("the directory that is named first counts")
                .isEqualTo(Map.of("Main.java", "b"));
    }

    @Test
    void aClassCannotNameAFileElsewhere() throws IOException {
        Path file = Files.writeString(
                directory.resolve("steps"),
                "steps\t1\t0\nsites\t0\t-1\nclass\tdemo/Account\tjava/lang/Object\t../../secret\n"
                        + "read\tadd\t5\tdemo/Account\tbalance\tI\nthread\t1\tmain\tjava.lang.Thread#1\n"
                        + "step\t0\t1\t0\t0\tdemo.Account#2\t-1\t0\tnull\nend\n");
        assertThat(data(StepReader.read(file)).sourcePaths()).isEmpty();
    }

    private void write(String path, String text) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
