package dev.hindsight.app;

import dev.hindsight.trace.Json;
import dev.hindsight.trace.Recording;
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
        RecordingPortrait portrait = new RecordingPortrait(recording, Summary.of(recording), Traffic.of(recording));
        if (json) {
            screen.out().print(Json.write(portrait.json()));
        } else {
            portrait.lines(ZoneId.systemDefault()).forEach(screen.out()::println);
        }
        return ExitCode.OK;
    }
}
