import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.TreeMap;

/** Prints every attribute of files, directories and links: sizes, inodes, times, owners. */
public class FileAttributes {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        Path file = Path.of("file.txt");
        Path directory = Files.createDirectory(Path.of("directory"));
        Path link = Files.createSymbolicLink(Path.of("link"), file);
        for (Path path : List.of(file, directory, link, Path.of("/"), Path.of("/dev/null"))) {
            System.out.println("== " + path);
            BasicFileAttributes basic =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            System.out.println(basic.size() + " " + basic.isRegularFile() + basic.isDirectory() + basic.isSymbolicLink()
                    + basic.isOther());
            System.out.println(basic.lastModifiedTime() + " " + basic.lastAccessTime() + " " + basic.creationTime());
            System.out.println("key " + basic.fileKey() + ", same key "
                    + basic.fileKey()
                            .equals(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                                    .fileKey()));
            PosixFileAttributes posix = Files.readAttributes(path, PosixFileAttributes.class);
            System.out.println(
                    posix.owner() + " " + posix.group() + " " + PosixFilePermissions.toString(posix.permissions()));
            System.out.println(new TreeMap<>(Files.readAttributes(path, "unix:*")));
            System.out.println(new TreeMap<>(Files.readAttributes(path, "posix:*", LinkOption.NOFOLLOW_LINKS)));
            System.out.println(Files.getAttribute(path, "unix:ino") + " " + Files.getAttribute(path, "unix:nlink"));
            System.out.println(Files.isReadable(path) + " " + Files.isWritable(path) + " " + Files.isExecutable(path)
                    + " " + Files.isHidden(path) + " " + Files.isSameFile(path, file) + " "
                    + Files.probeContentType(path));
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
        Files.setAttribute(file, "posix:owner", Files.getOwner(file));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_234_567_890_123L));
        Files.getFileAttributeView(file, BasicFileAttributeView.class)
                .setTimes(null, FileTime.fromMillis(1_000_000_000_000L), null);
        System.out.println(Files.getPosixFilePermissions(file) + " " + Files.getLastModifiedTime(file) + " "
                + Files.getAttribute(file, "lastAccessTime"));
        Files.createFile(
                Path.of("private"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        System.out.println(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of("private"))));
        FileOwnerAttributeView owner = Files.getFileAttributeView(file, FileOwnerAttributeView.class);
        System.out.println(owner.name() + " " + owner.getOwner().getName());
        UserPrincipalLookupService principals = file.getFileSystem().getUserPrincipalLookupService();
        System.out.println(principals.lookupPrincipalByName(owner.getOwner().getName()));
        attempt("no such user", () -> principals.lookupPrincipalByName("no-such-user-here"));
        attempt("no such group", () -> principals.lookupPrincipalByGroupName("no-such-group-here"));
        attempt("user attributes", () -> {
            var view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
            view.write("note", StandardCharsets.UTF_8.encode("a note"));
            ByteBuffer note = ByteBuffer.allocate(view.size("note"));
            view.read("note", note);
            System.out.println(view.list() + " " + StandardCharsets.UTF_8.decode(note.flip()));
            view.delete("note");
            view.size("note");
        });
        attempt("missing", () -> Files.size(Path.of("missing")));
        attempt("missing attributes", () -> Files.readAttributes(Path.of("missing"), "*"));
        attempt("unknown attribute", () -> Files.getAttribute(file, "basic:colour"));
        attempt("unknown view", () -> Files.getAttribute(file, "dos-or-so:colour"));
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
