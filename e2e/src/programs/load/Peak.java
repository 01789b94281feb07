import java.nio.file.Files;
import java.nio.file.Path;

/** The most memory that this process has had. */
final class Peak {
    private Peak() {}

    static void print() throws java.io.IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM")) {
                System.err.println(line.replaceAll("\\D", ""));
            }
        }
    }
}
