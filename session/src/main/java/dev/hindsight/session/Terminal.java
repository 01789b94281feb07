package dev.hindsight.session;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells which of the tool's standard streams are a terminal. */
public final class Terminal {
    private Terminal() {}

    /** Whether a descriptor, 0 to 2, is a terminal; System.console tells only about all of them together. */
    public static boolean isAt(int descriptor) {
        try {
            Path target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor));
            String name = target.toString();
            return name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    /** How many characters fit into a line of the terminal; 0 if it does not say. */
    public static int columns() {
        try {
            Process asked = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return Integer.parseInt(answer.substring(answer.indexOf(' ') + 1).strip());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
