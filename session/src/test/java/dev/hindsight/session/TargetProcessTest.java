package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TargetProcessTest {
    @TempDir
    Path directory;

    @Test
    void theExitCodePassesThrough() throws Exception {
        assertThat(run("exit 42")).isEqualTo(42);
    }

    @Test
    void deathByASignalIsReportedAsShellsDo() throws Exception {
        assertThat(run("kill -9 $$")).isEqualTo(137);
    }

    @Test
    void aSignalForTheToolReachesTheTarget() throws Exception {
        // The target signals its parent, which is this JVM, and waits for the signal to come back.
        assertThat(
                        run(
                                "trap 'exit 7' TERM; kill -TERM $PPID; i=0; while [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done"))
                .isEqualTo(7);
    }

    @Test
    void aCommandThatCannotStartIsTheUsersMistake() {
        assertThatThrownBy(() ->
                        TargetProcess.plain(List.of("/no/such/file"), directory).run())
                .isInstanceOf(SessionException.class)
                .hasMessageStartingWith("cannot start '/no/such/file'");
    }

    private int run(String script) throws Exception {
        return TargetProcess.plain(List.of("/bin/sh", "-c", script), directory).run();
    }
}
