// same-as-plain
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Copies, moves and deletes, and meets every exception on the way. */
public class CopyMoveDelete {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        Path a = Path.of("a.txt");
        Path b = Path.of("b.txt");
        Path full = Path.of("full");
        Files.createDirectories(full.resolve("below"));
        // What a file system keeps of a time differs: so a whole second.
        Files.setLastModifiedTime(a, FileTime.fromMillis(1_700_000_000_000L));
        Files.copy(a, b);
        Files.copy(a, b, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        System.out.println(Files.readString(b) + Files.getLastModifiedTime(a).equals(Files.getLastModifiedTime(b)));
        Files.copy(full, Path.of("full-copy"));
        System.out.println(
                "directories are copied empty " + Path.of("full-copy").toFile().list().length);
        System.out.println(Files.copy(new ByteArrayInputStream(new byte[1000]), Path.of("stream.bin")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.out.println(Files.copy(a, out) + " " + out);
        Files.move(b, full.resolve("b.txt"));
        Files.move(full, Path.of("moved"), StandardCopyOption.ATOMIC_MOVE);
        Files.move(Path.of("moved/b.txt"), a, StandardCopyOption.REPLACE_EXISTING);
        System.out.println(Files.exists(b) + " " + Files.exists(full) + " " + Files.exists(a));
        System.out.println(Files.deleteIfExists(b) + " " + Files.deleteIfExists(Path.of("stream.bin")));
        Files.write(Path.of("lines.txt"), List.of("one", "two"), StandardOpenOption.CREATE_NEW);
        Files.write(Path.of("lines.txt"), List.of("three"), StandardOpenOption.APPEND);
        System.out.println(Files.readAllLines(Path.of("lines.txt")));
        attempt("copy nothing", () -> Files.copy(b, full));
        attempt("copy onto a file", () -> Files.copy(a, Path.of("lines.txt")));
        attempt(
                "copy onto a full directory",
                () -> Files.copy(a, Path.of("moved"), StandardCopyOption.REPLACE_EXISTING));
        attempt("copy into nothing", () -> Files.copy(a, Path.of("missing/a.txt")));
        attempt("move nothing", () -> Files.move(b, full));
        attempt("move onto a file", () -> Files.move(a, Path.of("lines.txt")));
        attempt(
                "move onto a full directory",
                () -> Files.move(a, Path.of("moved"), StandardCopyOption.REPLACE_EXISTING));
        attempt("move into itself", () -> Files.move(Path.of("moved"), Path.of("moved/below/again")));
        attempt("delete nothing", () -> Files.delete(b));
        attempt("delete a full directory", () -> Files.delete(Path.of("moved")));
        attempt("create a file again", () -> Files.createFile(a));
        attempt("create a directory again", () -> Files.createDirectory(Path.of("moved")));
        attempt("create a directory in nothing", () -> Files.createDirectory(Path.of("missing/below")));
        attempt("create directories over a file", () -> Files.createDirectories(Path.of("a.txt/below")));
        attempt("read below a file", () -> Files.readString(Path.of("a.txt/below")));
        attempt("read a directory", () -> Files.readString(Path.of("moved")));
        attempt("write a directory", () -> Files.writeString(Path.of("moved"), "x"));
        attempt("list a file", () -> Files.newDirectoryStream(a).close());
        attempt("name too long", () -> Files.createFile(Path.of("x".repeat(300))));
        attempt("nul in a name", () -> Path.of("a\0b"));
        Path secret = Files.createFile(
                Path.of("secret"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        if (Files.isReadable(secret)) {
            System.out.println("access denied: not tried, this user may read everything");
        } else {
            attempt("access denied", () -> Files.readString(secret));
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
