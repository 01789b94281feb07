package dev.hindsight.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Records as a user does, with the jar, and replays with a tool that is running already, as that is faster. */
final class ToolDriver implements Driver {
    private final Path java;
    private final Path jar;
    private final List<String> recordOptions;

    private ToolDriver(Path java, Path jar, List<String> recordOptions) {
        this.java = java;
        this.jar = jar;
        this.recordOptions = recordOptions;
    }

    static ToolDriver forBuiltJar(String... recordOptions) throws IOException {
        Path jar = Checkout.appJar();
        if (!Files.isRegularFile(jar)) {
            throw new IllegalStateException("No jar to test at " + jar + ". Build it first: mvn verify");
        }
        return new ToolDriver(Jdk.running().java(), jar, List.of(recordOptions));
    }

    @Override
    public List<String> record(Path recording, List<String> command) {
        List<String> words = tool("record", "-o", recording.toString());
        words.addAll(recordOptions);
        words.add("--");
        words.addAll(command);
        return words;
    }

    @Override
    public List<String> replay(Path recording) {
        return tool("replay", recording.toString());
    }

    @Override
    public List<String> check(Path recording) {
        return tool("replay", "--check", recording.toString());
    }

    /** Only a tool of its own can have both streams in one file. */
    @Override
    public Command.Result run(Command command) throws IOException, InterruptedException {
        return command.streams() == Program.Streams.MERGED
                ? command.run()
                : ResidentTool.run(
                        command.words().subList(tool().size(), command.words().size()), command.environment());
    }

    private List<String> tool(String... arguments) {
        List<String> words =
                new ArrayList<>(List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-jar", jar.toString()));
        words.addAll(List.of(arguments));
        return words;
    }
}
