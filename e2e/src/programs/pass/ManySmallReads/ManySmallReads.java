// same-as-plain
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/** Reads and writes unbuffered, one byte and a few bytes at a time, a hundred thousand times each. */
public class ManySmallReads {
    public static void main(String[] args) throws IOException {
        try (FileOutputStream out = new FileOutputStream("small.bin")) {
            for (int i = 0; i < 100_000; i++) {
                out.write(i * 31);
            }
        }
        long hash = 0;
        try (FileInputStream in = new FileInputStream("small.bin")) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                hash = hash * 31 + b;
            }
        }
        System.out.println(hash);
        byte[] three = new byte[3];
        try (RandomAccessFile file = new RandomAccessFile("small.bin", "r")) {
            for (int i = 0; i < 20_000; i++) {
                file.seek(i * 4L);
                hash = hash * 31 + file.read(three) + three[1];
            }
        }
        System.out.println(hash);
    }
}
