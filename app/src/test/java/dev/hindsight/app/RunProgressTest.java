package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class RunProgressTest {
    private static final String ERASE = "\r\u001b[K";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Screen screen = new Screen(System.out, new PrintStream(err, true, StandardCharsets.UTF_8));
    private long millis = 1_000_000;

    @Test
    void aTerminalHasOneLineThatChanges() {
        RunProgress progress = progress(true, OptionalLong.of(10));
        runs(progress, 2, 250);
        progress.begin();
        progress.erase();
        assertThat(said())
                .isEqualTo(ERASE + "hindsight: run 1 of 10" + ERASE
                        + "hindsight: run 2 of 10; 1 passed, 4.0 runs per second, 2.3 s left" + ERASE
                        + "hindsight: run 3 of 10; 2 passed, 4.0 runs per second, 2.0 s left" + ERASE);
    }

    @Test
    void elsewhereALineComesNowAndThen() {
        RunProgress progress = progress(false, OptionalLong.empty());
        runs(progress, 30, 2_500);
        progress.erase();
        assertThat(said())
                .isEqualTo("hindsight: run 13; 12 passed, 2.5 s per run\n"
                        + "hindsight: run 25; 24 passed, 2.5 s per run\n");
    }

    @Test
    void theRateIsThatOfAllRuns() {
        RunProgress progress = progress(false, OptionalLong.of(5));
        runs(progress, 5, 100);
        assertThat(progress.passed()).isEqualTo(5);
        assertThat(progress.pace(5)).isEqualTo("0.5 s, 10.0 runs per second");
        assertThat(progress.pace(0)).isEqualTo("0.5 s");
    }

    private RunProgress progress(boolean terminal, OptionalLong limit) {
        return new RunProgress(screen, terminal, limit, () -> millis);
    }

    private void runs(RunProgress progress, int count, long eachMillis) {
        for (int i = 0; i < count; i++) {
            progress.begin();
            millis += eachMillis;
            progress.pass();
        }
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
