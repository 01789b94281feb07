package dev.hindsight.app;

import dev.hindsight.trace.ClassStore;
import dev.hindsight.trace.Json;
import dev.hindsight.trace.Recording;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells what a recording is about. */
@Command(
        name = "info",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {"Tells what a recording is about: program, JDK, duration, events, how it ended.", ""})
final class InfoCommand implements Callable<Integer> {
    private final Screen screen;

    @Mixin
    private RecordingArgument argument;

    @Option(names = "--json", description = "Print a JSON object.")
    private boolean json;

    InfoCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws Exception {
        return argument.use(this::show);
    }

    private int show(Recording recording) throws Exception {
        recording.requireWhole();
        requireClasses(recording);
        RecordingPortrait portrait = new RecordingPortrait(recording, Summary.of(recording), Traffic.of(recording));
        if (json) {
            screen.out().print(Json.write(portrait.json()));
        } else {
            portrait.lines(ZoneId.systemDefault()).forEach(screen.out()::println);
        }
        return ExitCode.OK;
    }

    private static void requireClasses(Recording recording) throws IOException {
        try (InputStream in = new BufferedInputStream(
                Files.newInputStream(recording.directory().resolve(Recording.CLASSES)))) {
            ClassStore.read(in);
        }
    }
}
