// same-as-plain
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Maps files for reading, whole and in part. */
public class MappedRead {
    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of("mapped.txt"))) {
            MappedByteBuffer whole = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            System.out.println(StandardCharsets.UTF_8.decode(whole));
            System.out.println(whole.flip() + " " + whole.load().isReadOnly());
            MappedByteBuffer part = channel.map(FileChannel.MapMode.READ_ONLY, 7, 5);
            System.out.println(StandardCharsets.UTF_8.decode(part));
            System.out.println("equal " + part.flip().equals(ByteBuffer.wrap("maps ".getBytes())));
            System.out.println("empty " + channel.map(FileChannel.MapMode.READ_ONLY, 3, 0));
            try {
                whole.put(0, (byte) 1);
            } catch (ReadOnlyBufferException e) {
                e.printStackTrace(System.out);
            }
            try {
                channel.map(FileChannel.MapMode.READ_WRITE, 0, 1);
            } catch (NonWritableChannelException e) {
                e.printStackTrace(System.out);
            }
            try {
                channel.map(FileChannel.MapMode.READ_ONLY, 0, Integer.MAX_VALUE + 1L);
            } catch (IllegalArgumentException e) {
                e.printStackTrace(System.out);
            }
        }
        byte[] bytes = new byte[1 << 20];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i ^ i >> 8);
        }
        Files.write(Path.of("large.bin"), bytes);
        MappedByteBuffer kept;
        try (FileChannel channel = FileChannel.open(Path.of("large.bin"), StandardOpenOption.READ)) {
            kept = channel.map(FileChannel.MapMode.READ_ONLY, 4096, 1 << 19);
        }
        long sum = 0;
        for (int i = 0; i < kept.capacity(); i += 97) {
            sum = sum * 31 + kept.get(i);
        }
        System.out.println("after close " + sum + " " + kept.getLong(1000) + " "
                + kept.slice(10, 6).getInt());
    }
}
