// same-as-plain
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/** Reads and writes channels with direct buffers: what arrives lies outside the heap. */
public class ChannelDirectBuffers {
    public static void main(String[] args) throws IOException {
        Path file = Path.of("numbers.bin");
        ByteBuffer out = ByteBuffer.allocateDirect(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int round = 0; round < 4; round++) {
                out.clear();
                while (out.hasRemaining()) {
                    out.putInt(out.position() * 31 + round);
                }
                out.flip();
                while (out.hasRemaining()) {
                    channel.write(out);
                }
            }
            System.out.println("written " + channel.position());
        }
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer in = ByteBuffer.allocateDirect(5000).order(ByteOrder.LITTLE_ENDIAN);
            CRC32 crc = new CRC32();
            int reads = 0;
            long sum = 0;
            while (channel.read(in) >= 0) {
                in.flip();
                crc.update(in.duplicate());
                while (in.remaining() >= 4) {
                    sum += in.getInt();
                }
                in.compact();
                reads++;
            }
            System.out.println(reads + " reads, sum " + sum + ", crc " + Long.toHexString(crc.getValue()));
            ByteBuffer part =
                    ByteBuffer.allocateDirect(64).position(16).limit(48).slice();
            System.out.println(
                    "slice " + channel.read(part, 100) + " " + part.flip().getLong());
            ByteBuffer view = ByteBuffer.allocateDirect(16);
            channel.read(view, 4096);
            System.out.println("ints " + view.flip().asIntBuffer().get(0) + " "
                    + view.asIntBuffer().get(3));
            System.out.println("at end " + channel.read(view.clear()) + " " + channel.read(view.clear(), 1L << 40));
        }
        try (FileChannel channel = FileChannel.open(Path.of("text.txt"))) {
            ByteBuffer in = ByteBuffer.allocateDirect(256);
            int count = channel.read(in);
            byte[] bytes = new byte[count];
            in.flip().get(bytes);
            System.out.print(new String(bytes));
        }
        Files.delete(file);
    }
}
