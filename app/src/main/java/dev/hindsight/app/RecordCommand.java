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
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Runs a program as usual and keeps what came to it from outside. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        customSynopsis = "hindsight record [-o DIR] [--max-size SIZE] [--threads MODE [--seed N]] [--] java ...%n",
        description = {
            "Runs a program as usual and records it.",
            "",
            "Streams, signals and the exit code are the program's own. The command is best a java command; a script or"
                    + " a build tool works if it finds java through PATH or JAVA_HOME.",
            "",
            "The recording holds everything the program reads, secrets included; only you can read its files.",
            ""
        })
final class RecordCommand implements Callable<Integer> {
    private final Screen screen;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Where the recording goes: a directory that does not exist or is empty. Default: below "
                    + "hindsight-recordings, named after the program and the time.")
    private Path output;

    @Option(
            names = "--max-size",
            paramLabel = "SIZE",
            converter = ByteSize.Converter.class,
            description = "Stop recording when the recording is this large, such as 500M or 2G. The program goes on.")
    private ByteSize maxSize;

    @Option(
            names = "--threads",
            paramLabel = "MODE",
            converter = Threads.class,
            description = "serial: one thread runs at a time, and the replay repeats who ran when. deterministic: the"
                    + " same, but who runs when follows from a seed, and nothing is recorded about it. free: threads run"
                    + " as they like, and their order is not recorded. Default: serial.")
    private ThreadMode threads;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "With --threads deterministic: another number lets threads meet in another way. Default: 0.")
    private Long seed;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command to run, and its arguments.")
    private List<String> command;

    RecordCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws Exception {
        Path directory =
                output != null ? output : RecordingPlace.choose(RecordingPlace.PARENT, command, LocalDateTime.now());
        if (seed != null && threads != ThreadMode.DETERMINISTIC) {
            throw new ParameterException(spec.commandLine(), "--seed goes with --threads deterministic");
        }
        RecordSession session = new RecordSession(
                command,
                directory,
                maxSize == null ? OptionalLong.empty() : OptionalLong.of(maxSize.bytes()),
                new ThreadChoice(
                        Optional.ofNullable(threads), seed == null ? OptionalLong.empty() : OptionalLong.of(seed)));
        int exitCode = session.run();
        if (session.recorded()) {
            report(directory, exitCode);
        } else {
            screen.say(session.lost() ? lost(directory) : nothingRecorded());
        }
        return exitCode;
    }

    private static String lost(Path directory) {
        return "the recording is lost: '" + directory + "' was removed while the program ran";
    }

    private String nothingRecorded() {
        String word = command.get(0);
        if (Path.of(word).endsWith("java")) {
            return "nothing was recorded: the JVM ended before the program began";
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

    /** Reads the mode of threads. */
    static final class Threads implements ITypeConverter<ThreadMode> {
        @Override
        public ThreadMode convert(String word) {
            ThreadMode mode = ThreadMode.named(word);
            if (mode == null) {
                throw new TypeConversionException("'" + word + "' is not serial, deterministic or free");
            }
            return mode;
        }
    }
}
