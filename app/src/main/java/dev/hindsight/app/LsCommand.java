package dev.hindsight.app;

import dev.hindsight.trace.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists recordings. */
@Command(
        name = "ls",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {"Lists the recordings below a directory, the newest last.", ""})
final class LsCommand implements Callable<Integer> {
    private final Screen screen;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DIR",
            description = "Where to look. Default: hindsight-recordings.")
    private Path directory;

    @Option(names = "--json", description = "Print a JSON array.")
    private boolean json;

    LsCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws Exception {
        Path root = directory == null ? RecordingPlace.PARENT : directory;
        if (!Files.isDirectory(root) && directory != null) {
            throw new CommandFailure(ExitCode.RECORDING, "there is no directory '" + root + "'");
        }
        List<RecordingList.Row> rows = RecordingList.below(root);
        if (json) {
            screen.out().print(Json.write(RecordingList.json(rows)));
        } else if (rows.isEmpty()) {
            screen.say("no recordings in '" + root + "'; make one with: hindsight record java ...");
        } else {
            RecordingList.lines(rows, ZoneId.systemDefault()).forEach(screen.out()::println);
        }
        return ExitCode.OK;
    }
}
