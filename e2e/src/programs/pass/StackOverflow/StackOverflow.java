// same-as-plain
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs out of stack, catches it and goes on; how deep it came is not asked. */
public class StackOverflow {
    private static int depth;

    public static void main(String[] args) throws IOException {
        for (int i = 0; i < 3; i++) {
            depth = 0;
            try {
                down();
            } catch (StackOverflowError e) {
                System.out.println("caught " + e.getMessage() + ", deep " + (depth > 500) + ", trace "
                        + (e.getStackTrace().length > 500));
            }
        }
        System.out.print(Files.readString(Path.of("after.txt")));
        try {
            throw new StackOverflowError("thrown by hand");
        } catch (StackOverflowError e) {
            e.printStackTrace(System.out);
        }
    }

    private static void down() {
        depth++;
        down();
    }
}
