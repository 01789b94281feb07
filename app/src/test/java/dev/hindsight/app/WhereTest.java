package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.app.steps.Step;
import dev.hindsight.app.steps.StepView;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What can be said of where to look. */
final class WhereTest {
    private static final Option AROUND = Option.valued("--around", "WHERE", "Where.");
    private static final Step.Site SITE =
            new Step.Site("demo.Main", "run", "Main.java", 12, "java.util.Map", "put", false, false);
    private static final Step STEP =
            new Step(28, 1, 20, Step.Kind.CALL, SITE, "java.util.HashMap#2", "java.util.HashMap#2", "\"key\"");
    private static final StepView.Row CALL = StepView.Row.of(STEP, "demo.Account#7", null);
    private static final StepView.Row ELEMENT = StepView.Row.of(
            new Step(
                    29,
                    1,
                    20,
                    Step.Kind.READ,
                    new Step.Site("demo.Main", "run", "Main.java", 13, "", "", false, false),
                    "long[]#4[1]",
                    "long[]#4",
                    "3"),
            "",
            null);

    private static boolean finds(String where, StepView.Row row) {
        Usage usage = Usage.of("threads", "Tells.").with(AROUND);
        return Where.of(Arguments.parse(usage, List.of("--around=" + where)), AROUND)
                .in(number -> number, 30)
                .test(row);
    }

    @Test
    void stepsAndEventsHaveNumbers() {
        assertThat(List.of("28", "#28", "@20", "@30")).allMatch(where -> finds(where, CALL));
        assertThat(List.of("29", "#29", "@19", "@31")).noneMatch(where -> finds(where, CALL));
    }

    @Test
    void objectsElementsAndValuesAreFoundAsTheyAreShown() {
        assertThat(List.of(
                        "HashMap#2",
                        "java.util.HashMap#2",
                        "put",
                        "Map.put",
                        "key",
                        "\"key\"",
                        "Account#7",
                        "Main.java:12",
                        "demo.Main:12"))
                .allMatch(where -> finds(where, CALL));
        assertThat(List.of("HashMap#3", "HashMap", "Main.java:13", "ey")).noneMatch(where -> finds(where, CALL));
        assertThat(List.of("long[]#4", "long[]#4[1]")).allMatch(where -> finds(where, ELEMENT));
    }
}
