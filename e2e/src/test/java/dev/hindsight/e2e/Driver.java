package dev.hindsight.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How a test records and replays: the command lines that do it. */
interface Driver {
    /** @param java the command line to record */
    List<String> record(Path recording, List<String> java);

    List<String> replay(Path recording);

    /** Replays and says whether it was faithful. */
    List<String> check(Path recording);

    /** Runs a command that replays. */
    default Command.Result run(Command command) throws IOException, InterruptedException {
        return command.run();
    }
}
