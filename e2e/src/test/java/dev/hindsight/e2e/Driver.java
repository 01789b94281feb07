package dev.hindsight.e2e;

import java.nio.file.Path;
import java.util.List;

/** How a test records and replays: the command lines that do it. */
interface Driver {
    /**
     * @param options of the recorder
     * @param java the command line to record
     */
    List<String> record(Path recording, List<String> options, List<String> java);

    default List<String> record(Path recording, List<String> java) {
        return record(recording, List.of(), java);
    }

    List<String> replay(Path recording);

    /** Replays and says whether it was faithful. */
    List<String> check(Path recording);
}
