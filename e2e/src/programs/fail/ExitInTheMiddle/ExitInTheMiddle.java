// exit 3
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ends by System.exit with a code that a file and the clock decide. */
public class ExitInTheMiddle {
    public static void main(String[] args) throws IOException {
        int code = Integer.parseInt(Files.readString(Path.of("code.txt")).strip());
        System.out.println("about to exit with " + code + " at " + System.nanoTime());
        System.err.println("to standard error");
        if (System.currentTimeMillis() > 0) {
            System.exit(code);
        }
        System.out.println("never printed");
    }
}
