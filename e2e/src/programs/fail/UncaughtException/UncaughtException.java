// exit 1
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Main ends with an exception that has a cause and one suppressed. */
public class UncaughtException {
    static class Resource implements AutoCloseable {
        @Override
        public void close() {
            System.out.println("closed at " + System.nanoTime());
            throw new IllegalStateException("while closing");
        }
    }

    public static void main(String[] args) {
        System.out.println("started at " + System.currentTimeMillis());
        try (Resource resource = new Resource()) {
            System.out.println(read(Path.of("missing-" + (resource == null))));
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read at " + System.nanoTime(), e);
        }
    }
}
