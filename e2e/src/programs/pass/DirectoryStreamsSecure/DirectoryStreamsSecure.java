import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Files that are opened, looked at, moved and deleted relative to an open directory. */
public class DirectoryStreamsSecure {
    public static void main(String[] args) throws IOException {
        Path top = Files.createDirectory(Path.of("secure"));
        Files.writeString(top.resolve("one"), "first " + System.nanoTime());
        Files.createDirectory(top.resolve("inner"));
        Files.createSymbolicLink(top.resolve("link"), Path.of("one"));
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(top)) {
            use((SecureDirectoryStream<Path>) stream);
        }
        for (String left : List.of("link", "inner")) {
            System.out.println(left + " " + Files.exists(top.resolve(left), LinkOption.NOFOLLOW_LINKS));
        }
        Files.delete(top.resolve("link"));
        Files.delete(top);
    }

    private static void use(SecureDirectoryStream<Path> stream) throws IOException {
        List<String> names = new ArrayList<>();
        stream.forEach(path -> names.add(path.getFileName().toString()));
        Collections.sort(names);
        System.out.println(names);
        Path one = Path.of("one");
        System.out.println(read(stream, one));
        BasicFileAttributes attributes = stream.getFileAttributeView(one, BasicFileAttributeView.class)
                .readAttributes();
        System.out.println(attributes.size() + " " + attributes.lastModifiedTime() + " " + attributes.fileKey());
        BasicFileAttributes link = stream.getFileAttributeView(
                        Path.of("link"), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
        System.out.println("link " + link.isSymbolicLink());
        PosixFileAttributeView view = stream.getFileAttributeView(one, PosixFileAttributeView.class);
        view.setPermissions(PosixFilePermissions.fromString("rw-r-----"));
        view.setTimes(FileTime.fromMillis(1_000_000), null, null);
        System.out.println(PosixFilePermissions.toString(view.readAttributes().permissions()) + " "
                + view.readAttributes().lastModifiedTime());
        try (SeekableByteChannel made = stream.newByteChannel(
                Path.of("made"), Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            made.write(ByteBuffer.wrap("made".getBytes(StandardCharsets.UTF_8)));
        }
        try (SecureDirectoryStream<Path> inner = stream.newDirectoryStream(Path.of("inner"))) {
            stream.move(Path.of("made"), inner, Path.of("moved"));
            System.out.println(read(inner, Path.of("moved")));
            inner.deleteFile(Path.of("moved"));
        }
        stream.deleteDirectory(Path.of("inner"));
        stream.deleteFile(one);
        try {
            read(stream, one);
        } catch (NoSuchFileException e) {
            System.out.println("gone " + e.getMessage());
        }
    }

    private static String read(SecureDirectoryStream<Path> stream, Path name) throws IOException {
        try (SeekableByteChannel channel = stream.newByteChannel(name, Set.of(StandardOpenOption.READ))) {
            ByteBuffer bytes = ByteBuffer.allocate(100);
            channel.read(bytes);
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
    }
}
