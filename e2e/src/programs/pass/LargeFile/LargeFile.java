import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32;

/** Writes 20 MB of chance and reads them back in several ways. */
public class LargeFile {
    public static void main(String[] args) throws IOException {
        Random random = new Random();
        byte[] block = new byte[1 << 16];
        CRC32 written = new CRC32();
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream("large.bin"))) {
            for (int i = 0; i < 320; i++) {
                random.nextBytes(block);
                written.update(block);
                out.write(block);
            }
        }
        System.out.println(Long.toHexString(written.getValue()) + " " + Files.size(Path.of("large.bin")));
        CRC32 read = new CRC32();
        try (InputStream in = new BufferedInputStream(new FileInputStream("large.bin"), 1 << 20)) {
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                read.update(block, 0, count);
            }
        }
        System.out.println(Long.toHexString(read.getValue()));
        CRC32 whole = new CRC32();
        whole.update(Files.readAllBytes(Path.of("large.bin")));
        System.out.println(Long.toHexString(whole.getValue()));
    }
}
