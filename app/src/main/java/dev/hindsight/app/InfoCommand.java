package dev.hindsight.app;

import dev.hindsight.trace.ClassStore;
import dev.hindsight.trace.Json;
import dev.hindsight.trace.Recording;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.ZoneId;

/** Tells what a recording is about. */
final class InfoCommand implements Command {
    private static final Option JSON = Option.flag("--json", "Print a JSON object.");

    private final Screen screen;

    InfoCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Usage usage() {
        return Usage.of("info", "Tells what a recording is about: program, JDK, duration, events, how it ended.")
                .takes(RecordingArgument.PARAMETER)
                .with(JSON);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        return RecordingArgument.use(arguments, recording -> show(recording, arguments));
    }

    private int show(Recording recording, Arguments arguments) throws Exception {
        recording.requireWhole();
        requireClasses(recording);
        RecordingPortrait portrait = new RecordingPortrait(recording, Summary.of(recording), Traffic.of(recording));
        if (arguments.has(JSON)) {
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
