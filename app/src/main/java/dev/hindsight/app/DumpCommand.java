package dev.hindsight.app;

import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the events of a recording, or the bytes that one file or stream carried. */
@Command(
        name = "dump",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Prints the events of a recording, one per line: thread, position, native method, what went in, what came"
                    + " out.",
            ""
        })
final class DumpCommand implements Callable<Integer> {
    /** A reader that went away, such as head, is noticed after this many lines. */
    private static final int LINES_BETWEEN_CHECKS = 1000;

    private final Screen screen;

    @Mixin
    private RecordingArgument argument;

    @Option(names = "--json", description = "Print a JSON object per line; bytes in full, as base64.")
    private boolean json;

    @Option(
            names = "--stream",
            paramLabel = "NAME",
            description =
                    "Print instead, byte for byte, what this file or stdin delivered to the program, or what the"
                            + " program wrote to stdout, stderr or a file it did not read. An absolute path, or the path as the program gave it.")
    private String stream;

    @Option(names = "--thread", paramLabel = "N", description = "Only the events of this thread; 0 is the main thread.")
    private Integer thread;

    @Option(names = "--limit", paramLabel = "N", description = "Only the first N events.")
    private Long limit;

    DumpCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws Exception {
        if (limit != null && limit < 0) {
            throw new CommandFailure(ExitCode.USAGE, "--limit " + limit + " is less than no event");
        }
        if (stream != null && json) {
            throw new CommandFailure(ExitCode.USAGE, "--stream prints bytes; it cannot be had as --json");
        }
        return argument.use(stream == null ? this::events : this::stream);
    }

    private int stream(Recording recording) throws IOException {
        new StreamContent(recording).write(stream, screen.out());
        screen.out().flush();
        recording.requireWhole();
        return ExitCode.OK;
    }

    private int events(Recording recording) throws IOException {
        if (thread != null && !recording.threads().contains(thread)) {
            throw new CommandFailure(
                    ExitCode.USAGE, "there is no thread " + thread + "; there are " + recording.threads());
        }
        // Descriptors are shared by all threads, so the events of the others are followed even if they are not shown.
        Resources resources = new Resources(Summary.workingDirectory(recording));
        Function<EventSequence.Entry, String> format =
                json ? new EventJson(resources)::line : new EventText(resources)::line;
        long left = limit == null ? Long.MAX_VALUE : limit;
        try (EventSequence events = new EventSequence(recording)) {
            EventSequence.Entry entry = events.next();
            while (entry != null && left > 0) {
                if (thread == null || entry.thread() == thread) {
                    screen.out().println(format.apply(entry));
                    left--;
                    if (left % LINES_BETWEEN_CHECKS == 0 && screen.out().checkError()) {
                        return ExitCode.OK;
                    }
                }
                resources.follow(entry.event());
                entry = events.next();
            }
            if (entry == null) {
                screen.out().flush();
                recording.requireWhole();
            }
        }
        return ExitCode.OK;
    }
}
