package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunWatchTest {
    private static final int TERMINATED = 143;
    private static final int KILLED = 137;
    private static final int INTERRUPTED = 130;

    @TempDir
    Path directory;

    @Test
    void aRunThatEndsByItselfIsLeftAlone() throws Exception {
        RunWatch watch = RunWatch.open(OptionalLong.of(60));
        assertThat(watch.await(shell("exit 7"))).isEqualTo(7);
        assertThat(watch.end()).isEqualTo(RunWatch.End.BY_ITSELF);
    }

    @Test
    void aRunThatTakesTooLongIsEnded() throws Exception {
        RunWatch watch = RunWatch.open(OptionalLong.of(1));
        assertThat(watch.await(shell("exec sleep 100"))).isEqualTo(TERMINATED);
        assertThat(watch.end()).isEqualTo(RunWatch.End.TIMEOUT);
    }

    /** A script is gone at once; what it started writes the recording. */
    @Test
    void whatTheRunStartedHasTimeToEnd() throws Exception {
        Path done = directory.resolve("done");
        Path ready = directory.resolve("ready");
        String child = "trap 'sleep 0.3; touch " + done + "; exit 0' TERM; touch " + ready
                + "; while true; do sleep 0.05; done";
        RunWatch watch = RunWatch.open(OptionalLong.of(1));
        Process target = shell("sh -c \"" + child + "\" & wait");
        await(ready);
        assertThat(watch.await(target)).isEqualTo(TERMINATED);
        assertThat(done).exists();
    }

    @Test
    void aHiddenRunEndsWhenItStandsStill() throws Exception {
        try (DraftDirectory draft = DraftDirectory.beside(directory.resolve("r"));
                Interruption interruption = new Interruption()) {
            RunWatch watch = RunWatch.hidden(OptionalLong.empty(), draft, interruption, lines -> {});
            Process target = shell("touch " + watch.standstill().orElseThrow() + "; exec sleep 100");
            assertThat(watch.await(target)).isEqualTo(TERMINATED);
            assertThat(watch.end()).isEqualTo(RunWatch.End.STANDSTILL);
        }
    }

    @Test
    void itIsToldOnceThatThreadsOfAHiddenRunWait() throws Exception {
        try (DraftDirectory draft = DraftDirectory.beside(directory.resolve("r"));
                Interruption interruption = new Interruption()) {
            List<String> told = new ArrayList<>();
            RunWatch watch = RunWatch.hidden(OptionalLong.empty(), draft, interruption, told::addAll);
            Process target = shell("echo 'deadlock: a' > " + draft.seen() + "; sleep 0.3");
            assertThat(watch.await(target)).isZero();
            assertThat(watch.end()).isEqualTo(RunWatch.End.BY_ITSELF);
            assertThat(told).containsExactly("deadlock: a");
        }
    }

    /** Who asks twice does not wait for a run that does not listen. */
    @Test
    void aHiddenRunEndsWhenTheUserWantsToStop() throws Exception {
        Path ready = directory.resolve("ready");
        try (DraftDirectory draft = DraftDirectory.beside(directory.resolve("r"));
                Interruption interruption = new Interruption()) {
            RunWatch watch = RunWatch.hidden(OptionalLong.empty(), draft, interruption, lines -> {});
            Process target = shell("trap 'touch " + directory.resolve("heard") + "' TERM; touch " + ready
                    + "; while true; do sleep 0.05; done");
            await(ready);
            assertThat(interruption.exitCode()).isEmpty();
            assertThat(watch.takes("INT")).isTrue();
            Thread second = new Thread(() -> {
                await(directory.resolve("heard"));
                watch.takes("INT");
            });
            second.start();
            assertThat(watch.await(target)).isEqualTo(KILLED);
            second.join();
            assertThat(watch.end()).isEqualTo(RunWatch.End.INTERRUPTED);
            assertThat(interruption.exitCode()).isEqualTo(OptionalInt.of(INTERRUPTED));
        }
    }

    @Test
    void theSignalsOfAnOpenRunAreItsOwn() {
        assertThat(RunWatch.open(OptionalLong.of(1)).takes("INT")).isFalse();
    }

    private static Process shell(String script) throws IOException {
        // A pipe would be closed when the shell ends, and whoever writes to it then would be killed.
        return new ProcessBuilder("sh", "-c", script)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void await(Path file) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(file)) {
            assertThat(System.nanoTime()).as("%s", file).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
