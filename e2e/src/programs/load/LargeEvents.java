import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/** Single reads and writes of many megabytes, through an array and through a direct buffer. */
public class LargeEvents {
    public static void main(String[] args) throws Exception {
        int size = Integer.parseInt(args[0]) << 20;
        byte[] bytes = new byte[size];
        new Random().nextBytes(bytes);
        Path file = Path.of("large.bin");
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(bytes);
        }
        byte[] again = new byte[size];
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            System.out.println(in.read(again) + " " + sum(again));
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(size);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            System.out.println(channel.read(buffer));
            buffer.flip();
            buffer.get(size / 2, again, 0, size / 2);
            System.out.println(sum(again));
            System.out.println(channel.write(buffer, size));
        }
        Files.delete(file);
        Peak.print();
    }

    private static long sum(byte[] bytes) {
        long sum = 0;
        for (byte b : bytes) {
            sum = 31 * sum + b;
        }
        return sum;
    }
}
