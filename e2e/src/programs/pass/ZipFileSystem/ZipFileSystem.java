import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.stream.Stream;

/** Opens a given zip and a new one as file systems; entries carry the time of writing. */
public class ZipFileSystem {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(Path.of("given.zip"))) {
            list(zip);
            System.out.println(Files.readString(zip.getPath("/folder/b.txt")));
            Files.copy(zip.getPath("a.txt"), Path.of("extracted.txt"));
            System.out.println(zip.provider().getScheme() + " " + zip.isReadOnly() + " "
                    + zip.getPath("/a.txt").toUri());
        }
        System.out.print(Files.readString(Path.of("extracted.txt")));
        URI made = URI.create("jar:" + Path.of("made.zip").toUri());
        try (FileSystem zip = FileSystems.newFileSystem(made, Map.of("create", "true"))) {
            Files.createDirectories(zip.getPath("/x/y"));
            Files.writeString(zip.getPath("/x/y/z.txt"), "written into the zip\n".repeat(100));
            Files.copy(Path.of("extracted.txt"), zip.getPath("/copied.txt"), StandardCopyOption.COPY_ATTRIBUTES);
        }
        System.out.println(Files.size(Path.of("made.zip")));
        try (FileSystem zip = FileSystems.newFileSystem(made, Map.of())) {
            list(zip);
            Files.move(zip.getPath("/x/y/z.txt"), zip.getPath("/z.txt"));
            Files.delete(zip.getPath("/x/y"));
            attempt("missing entry", () -> Files.readString(zip.getPath("/missing")));
            attempt("full directory", () -> Files.delete(zip.getPath("/")));
        }
        try (FileSystem zip = FileSystems.newFileSystem(Path.of("made.zip"), Map.of())) {
            list(zip);
        }
        attempt("missing", () -> FileSystems.newFileSystem(Path.of("missing.zip"))
                .close());
        attempt("not a zip", () -> FileSystems.newFileSystem(Path.of("extracted.txt"))
                .close());
        attempt("not opened", () -> FileSystems.getFileSystem(made));
    }

    private static void list(FileSystem zip) throws IOException {
        for (Path root : zip.getRootDirectories()) {
            try (Stream<Path> paths = Files.walk(root)) {
                for (Path path : (Iterable<Path>) paths::iterator) {
                    var attributes = Files.readAttributes(path, BasicFileAttributes.class);
                    System.out.println(path + " " + attributes.size() + " " + attributes.lastModifiedTime());
                }
            }
        }
    }

    private static void attempt(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": no exception");
        } catch (Exception e) {
            System.out.println(what + ":");
            e.printStackTrace(System.out);
        }
    }
}
