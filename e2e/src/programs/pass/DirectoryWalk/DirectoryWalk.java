import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;

/** Walks, lists, finds and globs; the order is the file system's and is printed as it comes. */
public class DirectoryWalk {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        Path root = Path.of("tree");
        for (int i = 0; i < 40; i++) {
            Files.createDirectories(root.resolve("made/d" + i % 7));
            Files.writeString(
                    root.resolve("made/d" + i % 7 + "/file" + i + (i % 3 == 0 ? ".txt" : ".dat")), "x".repeat(i));
        }
        Files.createSymbolicLink(root.resolve("made/loop"), Path.of("../made"));
        try (Stream<Path> paths = Files.walk(root)) {
            paths.forEach(path -> System.out.println("walk " + path));
        }
        try (Stream<Path> paths = Files.walk(root, 1)) {
            System.out.println("depth 1: " + paths.toList());
        }
        try (Stream<Path> paths = Files.list(root.resolve("given"))) {
            paths.forEach(path -> System.out.println("list " + path));
        }
        try (Stream<Path> paths = Files.find(root, 9, (path, attributes) -> attributes.size() > 35)) {
            System.out.println("find " + paths.toList());
        }
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(root.resolve("made/d0"), "*.{txt,md}")) {
            paths.forEach(path -> System.out.println("glob " + path));
        }
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(root.resolve("made"), Files::isSymbolicLink)) {
            paths.forEach(path -> System.out.println("filter " + path));
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                System.out.println("visit " + file.getFileName() + " " + attributes.size());
                return file.endsWith("file20.dat") ? FileVisitResult.SKIP_SIBLINGS : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) {
                System.out.println("leave " + directory);
                return FileVisitResult.CONTINUE;
            }
        });
        attempt("loop", () -> {
            try (Stream<Path> paths = Files.walk(root.resolve("made"), FileVisitOption.FOLLOW_LINKS)) {
                System.out.println(paths.count());
            }
        });
        attempt("list a file", () -> Files.list(root.resolve("given/a.txt")).close());
        attempt("list nothing", () -> Files.newDirectoryStream(root.resolve("missing"))
                .close());
        attempt("walk nothing", () -> Files.walk(root.resolve("missing")).close());
        attempt("bad glob", () -> Files.newDirectoryStream(root, "[").close());
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
