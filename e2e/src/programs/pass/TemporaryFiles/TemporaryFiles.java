import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Temporary files and directories have names that chance chose. */
public class TemporaryFiles {
    public static void main(String[] args) throws IOException {
        for (int i = 0; i < 5; i++) {
            Path file = Files.createTempFile("hindsight", ".tmp");
            System.out.println(file + " " + Files.size(file));
            Files.writeString(file, "temporary " + i);
            System.out.println(Files.readString(file));
            Files.delete(file);
        }
        Path directory = Files.createTempDirectory("hindsight");
        System.out.println(directory + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
        System.out.println(Files.createTempFile(directory, null, null).getFileName());
        System.out.println(Files.createTempDirectory(directory, "below").getFileName());
        File old = File.createTempFile("old", null, directory.toFile());
        System.out.println(old.getName() + " " + old.exists() + " " + old.length());
        old = File.createTempFile("older", ".style");
        System.out.println(old + " " + old.delete());
        try (var paths = Files.list(directory)) {
            paths.forEach(path -> System.out.println(
                    "left " + path.getFileName() + " " + path.toFile().delete()));
        }
        Files.delete(directory);
        try {
            Files.createTempFile(Path.of("missing"), "a", "b");
        } catch (IOException e) {
            System.out.println(e);
        }
        try {
            File.createTempFile("x", "y");
        } catch (IllegalArgumentException e) {
            e.printStackTrace(System.out);
        }
        try {
            File.createTempFile("xyz", "y", new File("missing"));
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
    }
}
