package dev.hindsight.app;

import dev.hindsight.session.RecordSession;
import dev.hindsight.session.RunWatch;
import dev.hindsight.session.SessionException;
import dev.hindsight.session.ThreadChoice;
import dev.hindsight.trace.ThreadMode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Runs a program as usual and keeps what came to it from outside. */
final class RecordCommand implements Command {
    private static final Usage.Parameter COMMAND = new Usage.Parameter(
            "COMMAND", Usage.Arity.ALL_THE_REST, "The command to run, and its arguments; best begins with java.");
    private static final Option OUTPUT = Option.valued(
                    "--output",
                    "DIR",
                    "Where the recording goes: a directory that does not exist or is empty. Default: below"
                            + " hindsight-recordings, named after the program and the time.")
            .brief("-o");
    private static final Option MAX_SIZE = Option.valued(
            "--max-size",
            "SIZE",
            "Stop recording when events and classes take this much, such as 500M or 2G. The program goes on.");
    private static final Option THREADS = Option.valued(
            "--threads",
            "MODE",
            "serial: one thread runs at a time, and the replay repeats who ran when. deterministic: the same, but who runs"
                    + " when follows from a seed, and nothing is recorded about it. parallel: as serial, but code that"
                    + " computes with its own objects and arrays runs beside it. sync: as parallel, with what"
                    + " others may change meanwhile; such races are not recorded. free: threads run as they like, and"
                    + " their order is not recorded. Default: serial.");
    private static final Option ANALYSIS = Option.valued(
            "--analysis",
            "MODE",
            "With --threads parallel. on: what analyze finds out about the classes is not asked while the program runs;"
                    + " it runs first if need be. off: all is asked. check: all is asked, and the recording ends where"
                    + " the analysis was wrong. Default: on.");
    private static final Option SEED = Option.valued(
            "--seed",
            "N",
            "With --threads deterministic: another number lets threads meet in another way. Default: 0.");
    private static final Option UNTIL_FAILURE = Option.perhapsNumbered(
            "--until-failure",
            "N",
            "Run the command again and again until it fails, at most N times if given, and keep only that recording. A run"
                    + " fails with an exit code other than 0, an uncaught exception, a deadlock, or by --failure-pattern or --timeout.",
            "Runs read nothing, or a file that is standard input. What they print is shown if they fail.");
    private static final Option SAVE_ON =
            Option.valued("--save-on", "WHEN", "failure: keep the recording only if the run fails. Default: always.");
    private static final Option FAILURE_PATTERN = Option.valued(
            "--failure-pattern",
            "REGEX",
            "With --until-failure or --save-on failure: a run also fails if a line of its output has a match of this regular"
                    + " expression.");
    private static final Option TIMEOUT = Option.valued(
            "--timeout",
            "SECONDS",
            "With --until-failure or --save-on failure: a run that takes longer than this is ended, by SIGTERM, and fails.");
    private static final long MAX_TIMEOUT = 10_000_000;

    private static final Option CHAOS = Option.perhapsNumbered(
            "--chaos",
            "SEED",
            "Make threads wait at unusual moments, so that rare failures come sooner: before fields, monitors and calls of"
                    + " the JDK, for shorter and longer whiles. Whom, where and for how long is drawn from the seed, or"
                    + " from one that is drawn itself. With --threads serial, parallel or sync.");

    /** Seeds that are drawn are short, so that one can say them. */
    private static final int MOST_SEEDS = 1_000_000;

    private final Screen screen;

    RecordCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "record",
                        "Runs a program as usual and records it.",
                        "",
                        "Streams, signals and the exit code are the program's own. The command is best a java command; a"
                                + " script or a build tool works if it finds java through PATH or JAVA_HOME.",
                        "",
                        "The recording holds everything the program reads, secrets included; only you can read its files.")
                .takes(COMMAND)
                .with(
                        OUTPUT,
                        MAX_SIZE,
                        THREADS,
                        ANALYSIS,
                        SEED,
                        CHAOS,
                        UNTIL_FAILURE,
                        SAVE_ON,
                        FAILURE_PATTERN,
                        TIMEOUT);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        try {
            return record(arguments);
        } catch (SessionException e) {
            throw e.reason() == SessionException.Reason.NOT_FOUND ? hinted(e, arguments) : e;
        }
    }

    /** A word behind an option may have been meant for it. */
    private static Exception hinted(SessionException refusal, Arguments arguments) {
        for (Option option : new Option[] {UNTIL_FAILURE, CHAOS}) {
            if (arguments.value(option).equals(Optional.of(""))
                    && arguments.others().size() > 1) {
                return new CommandFailure(
                        ExitCode.NOT_FOUND,
                        refusal.getMessage() + "; what stands behind " + option.name() + " is a number or the command");
            }
        }
        return refusal;
    }

    private int record(Arguments arguments) throws Exception {
        List<String> command = arguments.others();
        FailureCriteria criteria = criteria(arguments);
        ThreadChoice choice =
                new ThreadChoice(threads(arguments), seed(arguments), chaos(arguments), analysis(arguments));
        if (arguments.has(UNTIL_FAILURE)) {
            return new UntilFailure(
                            screen,
                            command,
                            arguments.path(OUTPUT),
                            maxSize(arguments),
                            choice,
                            limit(arguments),
                            criteria)
                    .run();
        }
        Path directory = arguments.path(OUTPUT).isPresent()
                ? arguments.path(OUTPUT).get()
                : RecordingPlace.choose(RecordingPlace.PARENT, command, LocalDateTime.now());
        Optional<RunWatch> watch = criteria.timeoutSeconds().isPresent()
                ? Optional.of(RunWatch.open(criteria.timeoutSeconds()))
                : Optional.empty();
        RecordSession session = new RecordSession(command, directory, maxSize(arguments), choice, watch);
        int exitCode = session.run();
        Announcement announcement = new Announcement(screen);
        if (!session.recorded()) {
            announcement.notRecorded(session, command);
        } else if (!savesOnFailure(arguments) || hasFailed(session, exitCode, watch, criteria)) {
            announcement.recorded(directory, exitCode);
        } else {
            session.discard();
            if (!arguments.has(OUTPUT)) {
                RecordingPlace.removeEmptyParent();
            }
            screen.say("the program did not fail (exit code " + exitCode + "); its recording was not kept");
        }
        return exitCode;
    }

    /** A recording that cannot be read may be that of a failure. */
    private boolean hasFailed(RecordSession session, int exitCode, Optional<RunWatch> watch, FailureCriteria criteria) {
        try {
            RunWatch.End end = watch.map(RunWatch::end).orElse(RunWatch.End.BY_ITSELF);
            List<String> why = criteria.judge(session.directory(), exitCode, end, Optional.empty());
            if (why.isEmpty()) {
                return false;
            }
            session.failed(why);
            // The recorder has told of a deadlock when it saw it.
            List<String> lines = new Failure(why).without(FailureCriteria.stuck(session.directory()));
            for (int i = 0; i < lines.size(); i++) {
                screen.say((i == 0 ? "failed: " : "  ") + lines.get(i));
            }
            return true;
        } catch (IOException e) {
            return true;
        }
    }

    private static FailureCriteria criteria(Arguments arguments) {
        boolean judged = savesOnFailure(arguments) || arguments.has(UNTIL_FAILURE);
        for (Option option : new Option[] {FAILURE_PATTERN, TIMEOUT}) {
            if (arguments.has(option) && !judged) {
                throw arguments.misused(option.name() + " goes with --until-failure or --save-on failure");
            }
        }
        Optional<Long> timeout = arguments.number(TIMEOUT, 1, MAX_TIMEOUT);
        return new FailureCriteria(
                pattern(arguments), timeout.isPresent() ? OptionalLong.of(timeout.get()) : OptionalLong.empty());
    }

    private static Optional<Pattern> pattern(Arguments arguments) {
        try {
            return arguments.value(FAILURE_PATTERN).map(Pattern::compile);
        } catch (PatternSyntaxException e) {
            throw arguments.invalid(
                    FAILURE_PATTERN, "'" + e.getPattern() + "' is not a regular expression: " + e.getDescription());
        }
    }

    private static boolean savesOnFailure(Arguments arguments) {
        String when = arguments.value(SAVE_ON).orElse("always");
        if (!when.equals("always") && !when.equals("failure")) {
            throw arguments.invalid(SAVE_ON, "'" + when + "' is not always or failure");
        }
        if (arguments.has(SAVE_ON) && arguments.has(UNTIL_FAILURE) && when.equals("always")) {
            throw arguments.misused("--until-failure keeps no other recording than that of a failure");
        }
        return when.equals("failure");
    }

    /** After how many runs to stop; empty for never. */
    private static OptionalLong limit(Arguments arguments) {
        if (arguments.value(UNTIL_FAILURE).equals(Optional.of(""))) {
            return OptionalLong.empty();
        }
        Optional<Long> limit = arguments.number(UNTIL_FAILURE, 1, Long.MAX_VALUE);
        return limit.isPresent() ? OptionalLong.of(limit.get()) : OptionalLong.empty();
    }

    private static OptionalLong maxSize(Arguments arguments) {
        Optional<String> size = arguments.value(MAX_SIZE);
        if (size.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(ByteSize.parse(size.get()).bytes());
        } catch (IllegalArgumentException e) {
            throw arguments.invalid(MAX_SIZE, e.getMessage());
        }
    }

    private static Optional<ThreadMode> threads(Arguments arguments) {
        Optional<String> word = arguments.value(THREADS);
        if (word.isEmpty()) {
            return Optional.empty();
        }
        ThreadMode mode = ThreadMode.named(word.get());
        if (mode == null) {
            throw arguments.invalid(
                    THREADS, "'" + word.get() + "' is not serial, deterministic, parallel, sync or free");
        }
        return Optional.of(mode);
    }

    private static String analysis(Arguments arguments) {
        String mode = arguments.value(ANALYSIS).orElse("on");
        if (!List.of("on", "off", "check").contains(mode)) {
            throw arguments.invalid(ANALYSIS, "'" + mode + "' is not on, off or check");
        }
        if (arguments.has(ANALYSIS) && !threads(arguments).equals(Optional.of(ThreadMode.PARALLEL))) {
            throw arguments.misused("--analysis goes with --threads parallel");
        }
        return mode;
    }

    private static OptionalLong seed(Arguments arguments) {
        Optional<Long> seed = arguments.number(SEED, Long.MIN_VALUE, Long.MAX_VALUE);
        if (seed.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!threads(arguments).equals(Optional.of(ThreadMode.DETERMINISTIC))) {
            throw arguments.misused("--seed goes with --threads deterministic");
        }
        return OptionalLong.of(seed.get());
    }

    private static OptionalLong chaos(Arguments arguments) {
        if (!arguments.has(CHAOS)) {
            return OptionalLong.empty();
        }
        if (!threads(arguments).orElse(ThreadMode.SERIAL).isPerturbed()) {
            throw arguments.misused("--chaos goes with --threads serial, parallel or sync"
                    + (seed(arguments).isPresent() ? "; --seed N draws the turns already" : ""));
        }
        boolean drawn = arguments.value(CHAOS).orElse("").isEmpty();
        return OptionalLong.of(
                drawn
                        ? new Random().nextInt(MOST_SEEDS)
                        : arguments
                                .number(CHAOS, Long.MIN_VALUE, Long.MAX_VALUE)
                                .orElseThrow());
    }
}
