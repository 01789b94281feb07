// same-as-plain
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A shared mapping and the channel it came from see each other's writes. */
public class MappedAndChannel {
    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(
                Path.of("shared.txt"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap("by the channel".getBytes()));
            MappedByteBuffer first = channel.map(FileChannel.MapMode.READ_WRITE, 0, 32);
            MappedByteBuffer second = channel.map(FileChannel.MapMode.READ_ONLY, 0, 32);
            first.put(0, "BY".getBytes());
            ByteBuffer read = ByteBuffer.allocate(14);
            channel.read(read, 0);
            System.out.println("channel sees " + new String(read.array()));
            System.out.println("second mapping sees " + (char) second.get(0) + (char) second.get(1));
            channel.write(ByteBuffer.wrap("CHANNEL".getBytes()), 7);
            byte[] seen = new byte[14];
            first.get(0, seen);
            System.out.println("mapping sees " + new String(seen));
        }
    }
}
