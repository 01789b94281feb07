package dev.hindsight.app;

import dev.hindsight.app.steps.StepReader;
import dev.hindsight.app.steps.Steps;
import dev.hindsight.session.ReplayOutcome;
import dev.hindsight.session.ReplaySession;
import dev.hindsight.trace.Recording;
import java.nio.file.Files;
import java.util.Optional;
import java.util.OptionalLong;

/** Replays a recording to learn what its threads did last, step by step. */
final class StepReplay {
    static final Option STEPS =
            Option.valued("--steps", "N", "Look at so many of the last steps; more need more memory. Default: 100000.");

    private static final int DEFAULT_KEPT = 100_000;

    /** What a command does with the steps. */
    interface Use {
        void apply(Steps steps, Summary summary) throws Exception;
    }

    private final Screen screen;
    private OptionalLong lookAt = OptionalLong.empty();

    StepReplay(Screen screen) {
        this.screen = screen;
    }

    /** How many steps the user wants to be kept. */
    static int kept(Arguments arguments, int most) {
        return arguments.number(STEPS, 1, most).orElse((long) DEFAULT_KEPT).intValue();
    }

    /** Has the objects of a step tell what they hold then. */
    StepReplay lookingAt(OptionalLong step) {
        lookAt = step;
        return this;
    }

    /** Returns the exit code; the steps of a replay that is not faithful are not used. */
    int run(Recording recording, int kept, Use use) throws Exception {
        recording.requireWhole();
        Summary summary = Summary.of(recording);
        try (ReplaySession session = new ReplaySession(recording, Optional.empty())) {
            session.check().ifPresent(warning -> screen.say("WARNING: " + warning));
            session.keepSteps(kept);
            lookAt.ifPresent(session::lookAt);
            int jvmExitCode = session.run(summary.events(), Optional.empty());
            Optional<ReplayOutcome> outcome = session.outcome();
            ReplayReport report =
                    ReplayReport.of(outcome, jvmExitCode, summary.ending().exitCode(), ReplayReport.Tone.CHECK);
            if (report.exitCode() != ExitCode.OK) {
                report.lines().forEach(line -> screen.err().println(Printable.lines(line)));
                return report.exitCode();
            }
            if (Files.notExists(session.steps())) {
                throw new CommandFailure(ExitCode.FAILURE, "the replay told nothing about its steps");
            }
            Steps steps = StepReader.read(session.steps());
            if (!steps.untold().isEmpty()) {
                screen.say("WARNING: steps are missing of classes that have no room for more code: "
                        + String.join(", ", steps.untold()));
            }
            use.apply(steps, summary);
            return ExitCode.OK;
        }
    }
}
