import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Writes times and chance in many small pieces, through streams, writers and channels. */
public class ManySmallWrites {
    public static void main(String[] args) throws IOException {
        try (PrintWriter out = new PrintWriter(new FileWriter("lines.txt"), true)) {
            for (int i = 0; i < 20_000; i++) {
                out.println(i + " " + System.nanoTime());
            }
        }
        try (FileChannel out =
                FileChannel.open(Path.of("longs.bin"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(8);
            for (int i = 0; i < 20_000; i++) {
                out.write(buffer.clear()
                        .putLong(Double.doubleToLongBits(Math.random()))
                        .flip());
            }
        }
        for (int i = 0; i < 300; i++) {
            try (FileOutputStream out = new FileOutputStream("opened-often.txt", true)) {
                out.write(("" + new Object().hashCode() + "\n").getBytes());
            }
        }
        for (String name : new String[] {"lines.txt", "longs.bin", "opened-often.txt"}) {
            System.out.println(name + " " + Arrays.hashCode(Files.readAllBytes(Path.of(name))));
        }
    }
}
