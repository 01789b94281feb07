package dev.hindsight.app;

import dev.hindsight.session.RecordSession;
import dev.hindsight.session.ThreadChoice;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.ThreadMode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
                    + " computes with arrays of its own runs beside it. sync: as parallel, with fields and arrays that"
                    + " others may change meanwhile; such races are not recorded. free: threads run as they like, and"
                    + " their order is not recorded. Default: serial.");
    private static final Option SEED = Option.valued(
            "--seed",
            "N",
            "With --threads deterministic: another number lets threads meet in another way. Default: 0.");

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
                .with(OUTPUT, MAX_SIZE, THREADS, SEED);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        List<String> command = arguments.others();
        Path directory = arguments.path(OUTPUT).isPresent()
                ? arguments.path(OUTPUT).get()
                : RecordingPlace.choose(RecordingPlace.PARENT, command, LocalDateTime.now());
        RecordSession session = new RecordSession(
                command, directory, maxSize(arguments), new ThreadChoice(threads(arguments), seed(arguments)));
        int exitCode = session.run();
        if (session.recorded()) {
            report(directory, exitCode);
        } else {
            screen.say(session.lost() ? lost(directory) : nothingRecorded(command.get(0)));
        }
        return exitCode;
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

    private static String lost(Path directory) {
        return "the recording is lost: '" + directory + "' was removed while the program ran";
    }

    private static String nothingRecorded(String word) {
        if (Path.of(word).endsWith("java")) {
            return "nothing was recorded: the JVM ended before a program began; what it printed says why";
        }
        return "no JVM was recorded: '" + word + "' did not start a java that it found through PATH or JAVA_HOME;"
                + " record the java command itself: hindsight record java ...";
    }

    /** The program has ended well or badly by now; a recording that cannot be read does not change its exit code. */
    private void report(Path directory, int exitCode) {
        try {
            Recording recording = Recording.open(directory);
            List<String> names = new ArrayList<>();
            for (int thread : recording.threads()) {
                names.add(recording.threadName(thread));
            }
            RecordReport.lines(Summary.of(recording), names, directory, exitCode)
                    .forEach(screen::say);
        } catch (IOException e) {
            screen.say("warning: the recording in '" + directory + "' cannot be read: " + e.getMessage());
        }
    }
}
