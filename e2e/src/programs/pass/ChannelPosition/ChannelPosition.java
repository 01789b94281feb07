// same-as-plain
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Moves, truncates and forces a channel. */
public class ChannelPosition {
    public static void main(String[] args) throws IOException {
        Path file = Path.of("file.txt");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            System.out.println(channel.position() + " of " + channel.size());
            System.out.println(channel.position(10).position() + " open " + channel.isOpen());
            channel.truncate(20);
            System.out.println("cut " + channel.position() + " of " + channel.size());
            channel.truncate(5);
            System.out.println("cut below the position " + channel.position() + " of " + channel.size());
            channel.truncate(1000);
            System.out.println("cut above the size " + channel.position() + " of " + channel.size());
            channel.position(12);
            channel.write(ByteBuffer.wrap("after a hole".getBytes()));
            System.out.println("hole " + channel.position() + " of " + channel.size());
            channel.force(false);
            channel.force(true);
            try {
                channel.position(-1);
            } catch (IllegalArgumentException e) {
                e.printStackTrace(System.out);
            }
            try {
                channel.truncate(-1);
            } catch (IllegalArgumentException e) {
                e.printStackTrace(System.out);
            }
        }
        System.out.println(Files.readString(file).replace('\0', '.'));
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            System.out.println("truncated at open " + channel.size());
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.DSYNC)) {
            channel.write(ByteBuffer.wrap("synchronous".getBytes()));
        }
        System.out.println(Files.readString(file));
    }
}
