// same-as-plain
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.stream.Stream;

/** What goes wrong with files, with the stack of each exception. */
public class FileExceptions {
    private static final Path FILE = Path.of("file.txt");
    private static final Path FULL = Path.of("full");
    private static final Path MISSING = Path.of("missing");

    /** Something that is bound to fail. */
    interface Attempt {
        Object run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Files.writeString(FILE, "text");
        Files.createDirectories(FULL.resolve("inner"));
        Files.createSymbolicLink(Path.of("loop"), Path.of("loop"));
        Files.createSymbolicLink(FULL.resolve("up"), Path.of(".."));
        files();
        streams();
        directories();
        channels();
    }

    private static void files() {
        attempt("read missing", () -> Files.readString(MISSING));
        attempt("read directory", () -> Files.readString(FULL));
        attempt("below a file", () -> Files.readString(FILE.resolve("below")));
        attempt("circle of links", () -> Files.readString(Path.of("loop")));
        attempt("long name", () -> Files.readString(Path.of("n".repeat(300))));
        attempt("bad name", () -> Path.of("a\0b"));
        attempt("create twice", () -> Files.createFile(FILE));
        attempt("directory twice", () -> Files.createDirectory(FULL));
        attempt("directory below a file", () -> Files.createDirectories(FILE.resolve("below")));
        attempt("delete missing", () -> {
            Files.delete(MISSING);
            return null;
        });
        attempt("delete full", () -> {
            Files.delete(FULL);
            return null;
        });
        attempt("delete if exists", () -> Files.deleteIfExists(MISSING));
        attempt("copy onto", () -> Files.copy(FILE, FULL));
        attempt("copy onto full", () -> Files.copy(FILE, FULL, StandardCopyOption.REPLACE_EXISTING));
        attempt("move missing", () -> Files.move(MISSING, Path.of("other")));
        attempt("move onto full", () -> Files.move(FILE, FULL, StandardCopyOption.REPLACE_EXISTING));
        attempt("move to another device", () ->
                Files.move(FILE, Path.of("/proc/hindsight-moved"), StandardCopyOption.ATOMIC_MOVE));
        attempt("link twice", () -> Files.createLink(FILE, FILE));
        attempt("no link", () -> Files.readSymbolicLink(FILE));
        attempt("attributes of missing", () -> Files.getLastModifiedTime(MISSING));
        attempt("unknown attribute", () -> Files.getAttribute(FILE, "posix:nothing"));
        attempt("unknown view", () -> Files.getAttribute(FILE, "nothing:size"));
        attempt("owner of missing", () -> Files.getOwner(MISSING, LinkOption.NOFOLLOW_LINKS));
        attempt("rights of missing", () -> Files.setPosixFilePermissions(
                MISSING, PosixFilePermissions.fromString("rw-------")));
        attempt("no such user", () -> FILE.getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName("hindsight-nobody"));
        attempt("same file", () -> Files.isSameFile(FILE, MISSING));
        attempt("real path", () -> MISSING.toRealPath());
        attempt("kernel file", () -> Files.writeString(Path.of("/proc/version"), "x"));
    }

    private static void streams() {
        attempt("input of missing", () -> new FileInputStream("missing"));
        attempt("input of directory", () -> new FileInputStream("full"));
        attempt("output to directory", () -> new FileOutputStream("full"));
        attempt("output below a file", () -> new FileOutputStream("file.txt/below"));
        attempt("random access, bad mode", () -> new RandomAccessFile("file.txt", "w"));
        attempt("random access, missing", () -> new RandomAccessFile("missing", "r"));
        attempt("closed", () -> {
            FileInputStream in = new FileInputStream("file.txt");
            in.close();
            return in.read();
        });
        attempt("write to a file for reading", () -> {
            try (RandomAccessFile file = new RandomAccessFile("file.txt", "r")) {
                file.write(1);
                return null;
            }
        });
        attempt("seek before the beginning", () -> {
            try (RandomAccessFile file = new RandomAccessFile("file.txt", "rw")) {
                file.seek(-1);
                return null;
            }
        });
        attempt("new file below missing", () -> new File("missing/file").createNewFile());
        attempt("temporary file below missing", () -> File.createTempFile("abc", null, new File("missing")));
        attempt("long canonical", () -> new File("\0").getCanonicalPath());
    }

    private static void directories() {
        attempt("list missing", () -> Files.list(MISSING));
        attempt("list file", () -> Files.newDirectoryStream(FILE));
        attempt("walk with loops", () -> {
            try (Stream<Path> all = Files.walk(FULL, 3, FileVisitOption.FOLLOW_LINKS)) {
                return all.count();
            }
        });
        attempt("walk tree of missing", () -> Files.walkFileTree(
                MISSING, EnumSet.noneOf(FileVisitOption.class), 1, new java.nio.file.SimpleFileVisitor<>() {}));
        attempt("closed directory", () -> {
            DirectoryStream<Path> stream = Files.newDirectoryStream(FULL);
            stream.close();
            return stream.iterator();
        });
    }

    private static void channels() {
        attempt("channel to missing", () -> FileChannel.open(MISSING));
        attempt("channel, new twice", () -> FileChannel.open(
                FILE, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        attempt("channel, odd options", () -> FileChannel.open(
                FILE, StandardOpenOption.APPEND, StandardOpenOption.TRUNCATE_EXISTING));
        attempt("channel to directory", () -> FileChannel.open(FULL, StandardOpenOption.WRITE));
        attempt("channel for reading", () -> {
            try (FileChannel channel = FileChannel.open(FILE)) {
                return channel.write(ByteBuffer.allocate(1));
            }
        });
        attempt("closed channel", () -> {
            FileChannel channel = FileChannel.open(FILE);
            channel.close();
            return channel.size();
        });
        attempt("map too much", () -> {
            try (FileChannel channel = FileChannel.open(FILE)) {
                return channel.map(FileChannel.MapMode.READ_ONLY, 0, 100);
            }
        });
        attempt("negative position", () -> {
            try (FileChannel channel = FileChannel.open(FILE)) {
                return channel.read(ByteBuffer.allocate(1), -1);
            }
        });
    }

    private static void attempt(String name, Attempt attempt) {
        try {
            System.out.println(name + ": " + attempt.run());
        } catch (Exception e) {
            System.out.print(name + ": ");
            e.printStackTrace(System.out);
            if (e instanceof FileSystemException f) {
                System.out.println(f.getFile() + " | " + f.getOtherFile() + " | " + f.getReason());
            }
            if (e instanceof DirectoryIteratorException d) {
                System.out.println(d.getCause());
            }
        }
    }
}
