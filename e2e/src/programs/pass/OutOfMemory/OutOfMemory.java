// same-as-plain
// jvm: -Xmx32m
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs out of heap, catches it and goes on; when it happened and where is not asked. */
public class OutOfMemory {
    public static void main(String[] args) throws IOException {
        for (int i = 0; i < 2; i++) {
            try {
                fill();
            } catch (OutOfMemoryError e) {
                System.out.println("caught " + e.getMessage());
            }
        }
        try {
            System.out.println(new long[Integer.MAX_VALUE].length);
        } catch (OutOfMemoryError e) {
            System.out.println(e);
        }
        try {
            System.out.println(new byte[100_000_000].length);
        } catch (OutOfMemoryError e) {
            System.out.println(e);
        }
        System.out.print(Files.readString(Path.of("after.txt")));
    }

    private static void fill() {
        List<byte[]> kept = new ArrayList<>();
        while (true) {
            kept.add(new byte[1 << 20]);
        }
    }
}
