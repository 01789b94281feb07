package dev.hindsight.session;

import java.io.IOException;
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
}
