package dev.hindsight.app;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/**
 * What a command printed and how it ended.
 *
 * @param out stdout
 * @param err stderr
 */
record Cli(int exitCode, String out, String err) {
    static Cli run(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Screen screen = new Screen(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        int exitCode =
                Main.run(screen, Stream.of(arguments).map(Object::toString).toList());
        return new Cli(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
