import com.sun.nio.file.ExtendedOpenOption;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipal;

/** What other programs do not do with files: owners and times of links, unbuffered files, appending to a descriptor. */
public class UnusualFiles {
    public static void main(String[] args) throws IOException {
        Path file = Files.writeString(Path.of("plain.txt"), "plain " + System.nanoTime());
        Path link = Files.createSymbolicLink(Path.of("link.txt"), file);
        FileOwnerAttributeView owner =
                Files.getFileAttributeView(link, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        UserPrincipal name = owner.getOwner();
        owner.setOwner(name);
        System.out.println(name);
        BasicFileAttributeView times =
                Files.getFileAttributeView(link, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        try {
            times.setTimes(FileTime.fromMillis(5000), null, null);
            System.out.println(times.readAttributes().lastModifiedTime());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis(7000));
        System.out.println(new File("plain.txt").lastModified());
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            System.out.println(channel.read(ByteBuffer.allocateDirect(8191).alignedSlice(4096)));
        } catch (IOException | UnsupportedOperationException e) {
            System.out.println("not without a buffer: " + e.getMessage());
        }
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.err)) {
            out.write("on the error stream\n".getBytes());
        }
        System.out.println(InetAddress.getLoopbackAddress().isReachable(1000));
        Files.delete(link);
        Files.delete(file);
    }
}
