import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** Works with files at every depth until the stack ends, again and again: most often it ends inside a hook. */
public class DeepEvents {
    private static final Path FILE = Path.of("deep.txt");
    private static int ended;

    public static void main(String[] args) throws Exception {
        Files.writeString(FILE, "0123456789".repeat(10));
        for (int i = 0; i < 60; i++) {
            try {
                pad(i % 7, i);
            } catch (StackOverflowError e) {
                ended++;
            }
        }
        Files.delete(FILE);
        System.out.println("ended " + ended + " times");
    }

    private static long pad(int frames, int kind) throws IOException {
        return frames == 0 ? down(kind, 0, 0, 0) : pad(frames - 1, kind);
    }

    private static long down(int kind, long a, long b, long depth) throws IOException {
        if (depth > 400) {
            work(kind);
        }
        return down(kind, b, a + depth, depth + 1) + 1;
    }

    private static void work(int kind) throws IOException {
        switch (kind % 4) {
            case 0 -> System.nanoTime();
            case 1 -> {
                try (RandomAccessFile file = new RandomAccessFile("deep.txt", "r")) {
                    file.seek(17);
                    file.read();
                }
            }
            case 2 -> Files.size(FILE);
            default -> {
                try (FileOutputStream out = new FileOutputStream("deep.txt", true)) {
                    out.write('x');
                }
            }
        }
    }
}
