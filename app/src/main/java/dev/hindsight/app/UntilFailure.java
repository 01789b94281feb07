package dev.hindsight.app;

import dev.hindsight.session.DraftDirectory;
import dev.hindsight.session.Interruption;
import dev.hindsight.session.RecordSession;
import dev.hindsight.session.RunWatch;
import dev.hindsight.session.Terminal;
import dev.hindsight.session.ThreadChoice;
import dev.hindsight.trace.ThreadMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Records a command again and again until a run fails, and keeps only that recording.
 *
 * @param output where it goes; empty for a place of our choice
 * @param limit after how many runs to stop; empty for never
 */
record UntilFailure(
        Screen screen,
        List<String> command,
        Optional<Path> output,
        OptionalLong maxSizeBytes,
        ThreadChoice threads,
        OptionalLong limit,
        FailureCriteria criteria) {
    private static final int STDERR = 2;
    /** A run may end by a signal a little before the tool is told of it. */
    private static final long SIGNAL_MILLIS = 200;

    private static final int SIGNALLED = 128;

    /** Returns the exit code of the tool. */
    int run() throws Exception {
        Path target = output.orElseGet(this::chosen);
        try (Interruption interruption = new Interruption();
                DraftDirectory draft = DraftDirectory.beside(target)) {
            if (threads.mode().equals(Optional.of(ThreadMode.FREE))) {
                screen.say(
                        "WARNING: with --threads free the order of threads is not recorded: the replay of a failure may diverge");
            }
            RunProgress progress = new RunProgress(
                    screen, Terminal.isAt(STDERR), limit, () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
            while (true) {
                if (interruption.exitCode().isPresent()) {
                    return interrupted(progress, interruption.exitCode().getAsInt());
                }
                progress.begin();
                OptionalInt exitCode = once(draft, interruption, progress);
                if (exitCode.isPresent()) {
                    return exitCode.getAsInt();
                }
                draft.clear();
            }
        } finally {
            if (output.isEmpty()) {
                // Whoever made it: the tool that did may have ended before others.
                RecordingPlace.removeEmptyParent();
            }
        }
    }

    private Path chosen() {
        return RecordingPlace.choose(RecordingPlace.PARENT, command, LocalDateTime.now());
    }

    /** Makes one run; returns an exit code if it is the last one. */
    private OptionalInt once(DraftDirectory draft, Interruption interruption, RunProgress progress) throws Exception {
        List<String> told = new ArrayList<>();
        RunWatch watch = RunWatch.hidden(criteria.timeoutSeconds(), draft, interruption, lines -> {
            told.addAll(lines);
            tellMeanwhile(lines, progress);
        });
        ThreadChoice chosen = threads(progress.passed());
        RecordSession session = new RecordSession(command, draft.recording(), maxSizeBytes, chosen, Optional.of(watch));
        int exitCode = session.run();
        if (exitCode >= SIGNALLED && watch.end() == RunWatch.End.BY_ITSELF) {
            TimeUnit.MILLISECONDS.sleep(SIGNAL_MILLIS);
        }
        OptionalInt interrupted = interruption.exitCode();
        List<String> failure = !session.recorded()
                ? List.of()
                : interrupted.isPresent()
                        ? FailureCriteria.stuck(draft.recording())
                        : criteria.judge(draft.recording(), exitCode, watch.end(), Optional.of(draft));
        if (interrupted.isPresent() && failure.isEmpty()) {
            return OptionalInt.of(interrupted(progress, interrupted.getAsInt()));
        }
        if (!session.recorded()) {
            progress.erase();
            show(draft);
            new Announcement(screen).notRecorded(session, command);
            return OptionalInt.of(failed(exitCode));
        }
        if (!failure.isEmpty()) {
            session.failed(failure);
            progress.erase();
            show(draft);
            tell(new Failure(failure).without(told), chosen, progress);
            new Announcement(screen).recorded(keep(draft), exitCode);
            return OptionalInt.of(failed(interrupted.orElse(exitCode)));
        }
        progress.pass();
        if (limit.isPresent() && progress.passed() == limit.getAsLong()) {
            progress.erase();
            screen.say(passed(progress) + "; nothing was kept");
            if (threads.chaos().isPresent()) {
                screen.say(
                        "a program that does the same many times in one run gives chaos more to choose from than many runs"
                                + " that end soon");
            }
            return OptionalInt.of(ExitCode.OK);
        }
        return OptionalInt.empty();
    }

    /** Nobody sees what a run prints, and it may take for ever. */
    private void tellMeanwhile(List<String> lines, RunProgress progress) {
        progress.erase();
        lines.forEach(line -> screen.say("run " + (progress.passed() + 1) + ": " + line));
        screen.say("run " + (progress.passed() + 1)
                + " goes on, since a time-out or another thread may end that; interrupt it to keep its recording");
    }

    /** A run that failed never has the code of runs that passed. */
    private static int failed(int exitCode) {
        return exitCode == ExitCode.OK ? ExitCode.FAILURE : exitCode;
    }

    /** With one seed all runs would be the same, or much alike. */
    private ThreadChoice threads(long passed) {
        boolean seeded = threads.mode().equals(Optional.of(ThreadMode.DETERMINISTIC));
        OptionalLong seed = seeded ? OptionalLong.of(threads.seed().orElse(0) + passed) : OptionalLong.empty();
        OptionalLong chaos = threads.chaos().isPresent()
                ? OptionalLong.of(threads.chaos().getAsLong() + passed)
                : OptionalLong.empty();
        return new ThreadChoice(threads.mode(), seed, chaos, threads.analysis());
    }

    private int interrupted(RunProgress progress, int exitCode) {
        progress.erase();
        screen.say("interrupted; " + passed(progress) + "; nothing was kept");
        return exitCode;
    }

    private static String passed(RunProgress progress) {
        return Count.of(progress.passed(), "run") + " passed, 0 failed (" + progress.pace(progress.passed()) + ")";
    }

    private void tell(List<String> failure, ThreadChoice chosen, RunProgress progress) {
        long run = progress.passed() + 1;
        OptionalLong seed = chosen.chaos().isPresent() ? chosen.chaos() : chosen.seed();
        screen.say("run " + run
                + (seed.isPresent() ? " with seed " + seed.getAsLong() : "")
                + " failed: "
                + failure.get(0));
        failure.subList(1, failure.size()).forEach(line -> screen.say("  " + line));
        screen.say("1 of " + Count.of(run, "run") + " failed (" + progress.pace(run) + ")");
    }

    /** What the last run printed. */
    private void show(DraftDirectory draft) throws IOException {
        Files.copy(draft.out(), screen.out());
        screen.out().flush();
        Files.copy(draft.err(), screen.err());
        screen.err().flush();
    }

    /** Moves the last recording to its place, and returns that. */
    private Path keep(DraftDirectory draft) throws IOException {
        Path target = output.orElseGet(this::chosen);
        while (!draft.keepAs(target)) {
            if (output.isPresent()) {
                draft.leave();
                screen.say("WARNING: something was put at '" + target
                        + "' meanwhile; the recording stays where it was made");
                return draft.recording();
            }
            target = chosen();
        }
        return target;
    }
}
