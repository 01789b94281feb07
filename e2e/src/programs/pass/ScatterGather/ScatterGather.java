// same-as-plain
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One read into many buffers and one write from many, heap and direct mixed. */
public class ScatterGather {
    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of("record.txt"))) {
            ByteBuffer[] buffers = {
                ByteBuffer.allocate(4), ByteBuffer.allocateDirect(6), ByteBuffer.allocate(0), ByteBuffer.allocate(100)
            };
            System.out.println("scattered " + channel.read(buffers));
            show(buffers);
            System.out.println("at end " + channel.read(buffers));
            channel.position(2);
            for (ByteBuffer buffer : buffers) {
                buffer.clear();
            }
            System.out.println("part " + channel.read(buffers, 1, 2));
            show(buffers);
        }
        try (FileChannel channel =
                FileChannel.open(Path.of("gathered.txt"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer direct =
                    ByteBuffer.allocateDirect(8).put("direct, ".getBytes()).flip();
            ByteBuffer[] buffers = {
                ByteBuffer.wrap("heap, ".getBytes()), direct, ByteBuffer.wrap("xxtailxx".getBytes(), 2, 4)
            };
            System.out.println("gathered " + channel.write(buffers));
            System.out.println("nothing left " + channel.write(buffers));
            System.out.println("none " + channel.write(new ByteBuffer[0]));
        }
        System.out.println(Files.readString(Path.of("gathered.txt")));
        try (FileChannel channel = FileChannel.open(Path.of("record.txt"))) {
            channel.read(new ByteBuffer[1], 0, 2);
        } catch (IndexOutOfBoundsException e) {
            e.printStackTrace(System.out);
        }
    }

    private static void show(ByteBuffer[] buffers) {
        for (ByteBuffer buffer : buffers) {
            System.out.println(buffer + " <"
                    + StandardCharsets.UTF_8.decode(buffer.duplicate().flip()) + ">");
        }
    }
}
