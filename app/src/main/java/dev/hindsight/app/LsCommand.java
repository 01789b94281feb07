package dev.hindsight.app;

import dev.hindsight.trace.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;

/** Lists recordings. */
final class LsCommand implements Command {
    private static final Usage.Parameter DIRECTORY =
            new Usage.Parameter("DIR", Usage.Arity.AT_MOST_ONE, "Where to look. Default: hindsight-recordings.");
    private static final Option JSON = Option.flag("--json", "Print a JSON array.");

    private final Screen screen;

    LsCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Usage usage() {
        return Usage.of("ls", "Lists the recordings below a directory, the newest last.")
                .takes(DIRECTORY)
                .with(JSON);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        boolean chosen = !arguments.others().isEmpty();
        Path root = chosen ? Path.of(arguments.others().get(0)) : RecordingPlace.PARENT;
        if (chosen && !Files.isDirectory(root)) {
            throw new CommandFailure(
                    ExitCode.RECORDING,
                    Files.exists(root) ? "'" + root + "' is a file" : "there is no directory '" + root + "'");
        }
        List<RecordingList.Row> rows = RecordingList.below(root);
        if (arguments.has(JSON)) {
            screen.out().print(Json.write(RecordingList.json(rows)));
        } else if (rows.isEmpty()) {
            screen.say("no recordings in '" + root + "'; make one with: hindsight record java ...");
        } else {
            RecordingList.lines(rows, ZoneId.systemDefault()).forEach(screen.out()::println);
        }
        return ExitCode.OK;
    }
}
