package dev.hindsight.app;

import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** Prints the events of a recording, or the bytes that one file or stream carried. */
final class DumpCommand implements Command {
    /** A reader that went away, such as head, is noticed after this many lines. */
    private static final int LINES_BETWEEN_CHECKS = 1000;

    /** Instead of the number of a thread. */
    private static final int ALL = -1;

    private static final Option JSON = Option.flag("--json", "Print a JSON object per line; bytes in full, as base64.");
    private static final Option STREAM = Option.valued(
            "--stream",
            "NAME",
            "Print instead, byte for byte, what this file, stdin or HOST:PORT delivered to the program, or what the program wrote to"
                    + " stdout, stderr or a file it did not read. An absolute path, or the path as the program gave it.");
    private static final Option THREAD =
            Option.valued("--thread", "N", "Only the events of this thread; 0 is the main thread.");
    private static final Option LIMIT = Option.valued("--limit", "N", "Only the first N events.");

    private final Screen screen;

    DumpCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "dump",
                        "Prints the events of a recording, one per line: thread, position in it, moment among all, native"
                                + " method, what went in, what came out.")
                .takes(RecordingArgument.PARAMETER)
                .with(JSON, STREAM, THREAD, LIMIT);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        // What is wrong with the command line comes before what is wrong with the recording.
        limit(arguments);
        thread(arguments);
        if (arguments.has(STREAM) && arguments.has(JSON)) {
            throw arguments.misused("--stream prints bytes; it cannot be had as --json");
        }
        if (arguments.has(STREAM) && (arguments.has(THREAD) || arguments.has(LIMIT))) {
            throw arguments.misused("--stream prints all that came; --thread and --limit are for events");
        }
        return RecordingArgument.use(
                arguments,
                recording -> arguments.has(STREAM) ? stream(recording, arguments) : events(recording, arguments));
    }

    private static long limit(Arguments arguments) {
        return arguments.number(LIMIT, 0, Long.MAX_VALUE).orElse(Long.MAX_VALUE);
    }

    private static int thread(Arguments arguments) {
        return arguments.number(THREAD, 0, Integer.MAX_VALUE).orElse((long) ALL).intValue();
    }

    private int stream(Recording recording, Arguments arguments) throws IOException {
        new StreamContent(recording).write(arguments.value(STREAM).orElseThrow(), screen.out());
        screen.out().flush();
        recording.requireWhole();
        return ExitCode.OK;
    }

    /** Threads are numbered in the order of their start; a thread has no log if nothing of it was written. */
    private static String numbers(List<Integer> threads) {
        int last = threads.get(threads.size() - 1);
        return threads.size() == 1
                ? "there is only " + last
                : threads.size() == last + 1 ? "there are 0 to " + last : "the last is " + last;
    }

    private int events(Recording recording, Arguments arguments) throws IOException {
        int thread = thread(arguments);
        if (thread != ALL && !recording.threads().contains(thread)) {
            throw new CommandFailure(
                    ExitCode.USAGE, "there is no thread " + thread + "; " + numbers(recording.threads()));
        }
        // Descriptors are shared by all threads, so the events of the others are followed even if they are not shown.
        Resources resources = new Resources(Summary.workingDirectory(recording));
        Function<EventSequence.Entry, String> format =
                arguments.has(JSON) ? new EventJson(resources)::line : new EventText(resources)::line;
        long left = limit(arguments);
        try (EventSequence events = new EventSequence(recording)) {
            EventSequence.Entry entry = events.next();
            while (entry != null && left > 0) {
                if (thread == ALL || entry.thread() == thread) {
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
