package dev.hindsight.app;

import dev.hindsight.trace.Json;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Copies a recording without secrets. */
final class ScrubCommand implements Command {
    private static final Option PATTERN = Option.valued(
                    "--pattern",
                    "REGEX",
                    "What to replace, as a regular expression of java.util.regex. May be given more than once.")
            .atLeastOnce();
    private static final Option OUTPUT = Option.valued(
                    "--output",
                    "DIR",
                    "Where to put the copy. Default: the name of the recording with -scrubbed behind it.")
            .brief("-o");
    private static final Option JSON = Option.flag("--json", "Print a JSON object.");

    private final Screen screen;

    ScrubCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "scrub",
                        "Copies a recording and replaces what matches a pattern in its data: what the program read, wrote"
                                + " and got, its environment, properties and arguments. The length stays, so the copy can be"
                                + " replayed, if the program does not do something else with what is replaced.",
                        "Classes and jars are not changed, and neither is what was read byte by byte; if they match, that is said,"
                                + " and the exit code is 1.")
                .takes(RecordingArgument.PARAMETER)
                .with(PATTERN, OUTPUT, JSON);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        Scrubber scrubber = scrubber(arguments.values(PATTERN));
        return RecordingArgument.use(arguments, recording -> scrub(scrubber, recording, arguments));
    }

    private int scrub(Scrubber scrubber, Recording recording, Arguments arguments) throws IOException {
        Path source = recording.directory();
        Path copy = arguments.path(OUTPUT).orElse(source.resolveSibling(source.getFileName() + "-scrubbed"));
        if (Files.exists(copy)) {
            throw new CommandFailure(ExitCode.USAGE, "'" + copy + "' exists already");
        }
        recording.requireWhole();
        copy(source, copy);
        scrub(scrubber, source, copy);
        if (arguments.has(JSON)) {
            reportJson(scrubber, copy);
        } else {
            report(scrubber, copy);
        }
        return scrubber.inClasses() == 0 && scrubber.inSingleBytes() == 0 ? ExitCode.OK : ExitCode.FAILURE;
    }

    private static Scrubber scrubber(List<String> patterns) {
        if (patterns.contains("")) {
            throw new CommandFailure(ExitCode.USAGE, "--pattern is empty: it would match nothing that can be replaced");
        }
        try {
            return new Scrubber(patterns);
        } catch (PatternSyntaxException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--pattern " + e.getPattern() + " is not a regular expression: " + e.getDescription());
        }
    }

    private static void copy(Path source, Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(source.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void scrub(Scrubber scrubber, Path source, Path copy) throws IOException {
        scrubber.scrub(RecordingArgument.open(source), copy);
        Path children = source.resolve(Recording.CHILDREN);
        if (Files.isDirectory(children)) {
            try (Stream<Path> files = Files.list(children)) {
                for (Path child : files.sorted().toList()) {
                    scrub(scrubber, child, copy.resolve(source.relativize(child).toString()));
                }
            }
        }
    }

    private void reportJson(Scrubber scrubber, Path copy) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("recording", copy.toString());
        told.put("replaced", scrubber.replaced());
        told.put("classesThatMatch", scrubber.inClasses());
        told.put("matchesInSingleBytes", scrubber.inSingleBytes());
        screen.out().print(Json.write(told));
    }

    private void report(Scrubber scrubber, Path copy) {
        screen.say("replaced " + scrubber.replaced() + (scrubber.replaced() == 1 ? " match" : " matches") + " in '"
                + copy + "'; see whether it still replays: hindsight replay --check "
                + ShellWords.join(List.of(copy.toString())));
        if (scrubber.inClasses() > 0) {
            screen.say(
                    scrubber.inClasses() == 1
                            ? "1 class matches, too, and stays as it is"
                            : scrubber.inClasses() + " classes match, too, and stay as they are");
        }
        if (scrubber.inSingleBytes() > 0) {
            screen.say(
                    scrubber.inSingleBytes() == 1
                            ? "1 match was read byte by byte, and stays as it is"
                            : scrubber.inSingleBytes() + " matches were read byte by byte, and stay as they are");
        }
    }
}
