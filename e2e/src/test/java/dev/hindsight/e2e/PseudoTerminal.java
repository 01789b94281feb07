package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A terminal with somebody at it, who reads what is asked before typing the answer.
 *
 * <p>A process gets a terminal only from the system, so {@code script} of util-linux makes it.
 */
final class PseudoTerminal {
    /** Typed alone, it ends the input; the terminal does not show it. */
    static final String END = "\u0004";

    private static final String SCRIPT = "script";

    private final Path directory;
    private final Map<String, String> environment;

    /** What to type when a text appears. */
    record Turn(String prompt, String answer) {}

    /** What appeared on the screen, with the lines ended as in a file. */
    record Session(int exitCode, String screen) {}

    PseudoTerminal(Path directory, Map<String, String> environment) {
        this.directory = directory;
        this.environment = environment;
    }

    /** Skips the test where no terminal can be made. */
    static void assume() {
        boolean found = List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, SCRIPT)));
        assumeTrue(found, "there is no '" + SCRIPT + "' (util-linux) to make a terminal with");
    }

    /** Runs a command to its end; the redirection, such as {@code >out}, may take streams away from the terminal. */
    Session run(List<String> words, String redirection, List<Turn> turns) throws IOException, InterruptedException {
        Path screen = Files.createTempFile(directory, "screen", ".txt");
        String command = words.stream().map(PseudoTerminal::quote).collect(Collectors.joining(" "));
        ProcessBuilder builder = new ProcessBuilder(
                        SCRIPT, "--quiet", "--return", "--command", command + " " + redirection, "/dev/null")
                .directory(directory.toFile())
                .redirectOutput(screen.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("SHELL", "/bin/sh");
        Process process = builder.start();
        try (OutputStream keyboard = process.getOutputStream()) {
            int seen = 0;
            for (Turn turn : turns) {
                seen = awaitText(process, screen, turn.prompt, seen);
                keyboard.write(turn.answer.getBytes(StandardCharsets.UTF_8));
                keyboard.flush();
            }
            int exitCode = Workbench.end(process);
            return new Session(exitCode, read(screen));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Returns where the text ends. */
    private static int awaitText(Process process, Path screen, String text, int from) throws InterruptedException {
        return Workbench.await(
                () -> {
                    boolean over = !process.isAlive();
                    String shown = Workbench.read(screen);
                    int at = shown.indexOf(text, from);
                    assertThat(at >= 0 || !over)
                            .as("the program ended before it said '" + text + "':\n" + shown)
                            .isTrue();
                    return at < 0 ? Optional.empty() : Optional.of(at + text.length());
                },
                "'" + text + "' on the terminal");
    }

    private static String read(Path screen) {
        return Workbench.read(screen).replace("\r\n", "\n");
    }

    private static String quote(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
