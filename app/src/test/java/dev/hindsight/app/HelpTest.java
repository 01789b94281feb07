package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HelpTest {
    @Test
    void theToolExplainsItself() throws IOException {
        Cli help = Cli.run("--help");
        assertThat(help.exitCode()).isZero();
        Golden.check("help/hindsight.txt", help.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "analyze", "record", "replay", "info", "dump", "ls", "threads", "report", "scrub"})
    void eachCommandExplainsItself(String command) throws IOException {
        Cli help = Cli.run(command, "--help");
        assertThat(help.exitCode()).isZero();
        Golden.check("help/" + command + ".txt", help.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "analyze", "record", "replay", "info", "dump", "ls", "threads", "report", "scrub"})
    void helpIsAlsoACommand(String command) {
        assertThat(Cli.run("help", command).out())
                .isEqualTo(Cli.run(command, "--help").out());
        assertThat(Cli.run("help").out()).isEqualTo(Cli.run("--help").out());
    }

    @Test
    void whoAsksForHelpNeedNotGetTheRestRight() {
        assertThat(Cli.run("scrub", "a", "b", "-h").out())
                .isEqualTo(Cli.run("scrub", "--help").out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "analyze", "record", "replay", "info", "dump", "ls", "threads", "report", "scrub"})
    void eachCommandKnowsItsVersion(String command) {
        assertThat(Cli.run(command, "--version").out()).startsWith("hindsight ");
    }

    @Test
    void withoutACommandTheHelpGoesToStderr() {
        Cli plain = Cli.run();
        assertThat(plain.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(plain.out()).isEmpty();
        assertThat(plain.err()).isEqualTo(Cli.run("--help").out());
    }
}
