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
import java.util.concurrent.Callable;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Copies a recording without secrets. */
@Command(
        name = "scrub",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Copies a recording and replaces what matches a pattern in its data: what the program read, wrote and got,"
                    + " its environment, properties and arguments. The length stays, so the copy can be replayed, if the program"
                    + " does not do something else with what is replaced.",
            "Classes and jars are not changed; if they match, that is said, and the exit code is 1.",
            ""
        })
final class ScrubCommand implements Callable<Integer> {
    private final Screen screen;

    @Mixin
    private RecordingArgument argument;

    @Option(
            names = "--pattern",
            paramLabel = "REGEX",
            required = true,
            description = "What to replace, as a regular expression of java.util.regex. May be given more than once.")
    private List<String> patterns;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Where to put the copy. Default: the name of the recording with -scrubbed behind it.")
    private Path output;

    @Option(names = "--json", description = "Print a JSON object.")
    private boolean json;

    ScrubCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws Exception {
        return argument.use(this::scrub);
    }

    private int scrub(Recording recording) throws IOException {
        Scrubber scrubber = scrubber();
        Path source = recording.directory();
        Path copy = output != null ? output : source.resolveSibling(source.getFileName() + "-scrubbed");
        if (Files.exists(copy)) {
            throw new CommandFailure(ExitCode.USAGE, "'" + copy + "' exists already");
        }
        copy(source, copy);
        scrub(scrubber, source, copy);
        report(scrubber, copy);
        return scrubber.inClasses() == 0 ? ExitCode.OK : ExitCode.FAILURE;
    }

    private Scrubber scrubber() {
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

    private void report(Scrubber scrubber, Path copy) {
        if (json) {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("recording", copy.toString());
            told.put("replaced", scrubber.replaced());
            told.put("classesThatMatch", scrubber.inClasses());
            screen.out().print(Json.write(told));
            return;
        }
        screen.say("replaced " + scrubber.replaced() + (scrubber.replaced() == 1 ? " match" : " matches") + " in '"
                + copy + "'; see whether it still replays: hindsight replay --check "
                + ShellWords.join(List.of(copy.toString())));
        if (scrubber.inClasses() > 0) {
            screen.say(
                    scrubber.inClasses() == 1
                            ? "1 class matches, too, and stays as it is"
                            : scrubber.inClasses() + " classes match, too, and stay as they are");
        }
    }
}
