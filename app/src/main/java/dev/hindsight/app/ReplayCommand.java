package dev.hindsight.app;

import dev.hindsight.session.ReplayOutcome;
import dev.hindsight.session.ReplaySession;
import dev.hindsight.session.Terminal;
import dev.hindsight.trace.Recording;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a recorded program again, fed from its recording. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs a recorded program again, fed from its recording instead of the outside world.",
            "",
            "Prints what the program printed and exits as it did; with 125 if the replay diverged from the recording.",
            ""
        })
final class ReplayCommand implements Callable<Integer> {
    private static final int STDERR = 2;

    private final Screen screen;

    @Mixin
    private RecordingArgument argument;

    @Option(
            names = "--check",
            description = "Say whether the replay was faithful; exit with 0 if it was, with 125 if it diverged.")
    private boolean check;

    @Option(
            names = "--jdk",
            paramLabel = "PATH",
            description = "Replay with this JDK instead of the recorded one. Another version may diverge.")
    private Path jdk;

    ReplayCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws Exception {
        return argument.use(this::replay);
    }

    private int replay(Recording recording) throws Exception {
        recording.requireWhole();
        Summary summary = Summary.of(recording);
        try (ReplaySession session = new ReplaySession(recording, Optional.ofNullable(jdk))) {
            session.check().ifPresent(warning -> screen.say("WARNING: " + warning));
            int jvmExitCode = session.run(summary.events());
            Optional<ReplayOutcome> outcome = session.outcome();
            if (outcome.isEmpty() && Terminal.isAt(STDERR)) {
                // How far it was may still stand there.
                screen.err().println();
            }
            ReplayReport.Tone tone = check ? ReplayReport.Tone.CHECK : ReplayReport.Tone.QUIET;
            ReplayReport report =
                    ReplayReport.of(outcome, jvmExitCode, summary.ending().exitCode(), tone);
            report.lines().forEach(line -> screen.err().println(Printable.lines(line)));
            return report.exitCode();
        }
    }
}
