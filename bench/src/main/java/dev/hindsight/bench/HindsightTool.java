package dev.hindsight.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Spells commands of the tool under measurement.
 *
 * @param java runs the tool itself
 * @param jar of the tool
 */
record HindsightTool(Path java, Path jar) {
    List<String> record(Path recording, List<String> command) {
        return record(recording, List.of(), command);
    }

    List<String> record(Path recording, List<String> options, List<String> command) {
        List<String> words = command("record", "-o", recording.toString());
        words.addAll(options);
        words.add("--");
        words.addAll(command);
        return words;
    }

    /** Exits with 0 if the replay was faithful. */
    List<String> replay(Path recording, Path jdk) {
        return command("replay", "--check", "--jdk", jdk.toString(), recording.toString());
    }

    List<String> info(Path recording) {
        return command("info", "--json", recording.toString());
    }

    private List<String> command(String... words) {
        List<String> command =
                new ArrayList<>(List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-jar", jar.toString()));
        command.addAll(List.of(words));
        return command;
    }
}
