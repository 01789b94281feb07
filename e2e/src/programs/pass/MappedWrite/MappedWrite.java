// same-as-plain
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes through a mapping and reads back through a stream; a private mapping changes no file. */
public class MappedWrite {
    public static void main(String[] args) throws IOException {
        Path file = Path.of("mapped.bin");
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, 64);
            System.out.println("grown to " + channel.size());
            buffer.put("written through the mapping".getBytes());
            buffer.putInt(40, 0x01020304);
            buffer.force();
            show("forced", file);
            buffer.put(0, (byte) 'W');
            buffer.force(0, 1);
            show("forced in part", file);
        }
        try (RandomAccessFile random = new RandomAccessFile("existing.txt", "rw")) {
            MappedByteBuffer buffer = random.getChannel().map(FileChannel.MapMode.READ_WRITE, 4, 5);
            for (int i = 0; i < 5; i++) {
                buffer.put(i, (byte) Character.toUpperCase(buffer.get(i)));
            }
            buffer.force();
            MappedByteBuffer own = random.getChannel().map(FileChannel.MapMode.PRIVATE, 0, 4);
            own.put(0, (byte) '#');
            System.out.println("private " + (char) own.get(0) + ", file " + (char) random.read());
        }
        show("existing", Path.of("existing.txt"));
        System.out.println(Files.size(file));
    }

    private static void show(String what, Path file) throws IOException {
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            System.out.println(what + ": " + new String(in.readAllBytes()).replace('\0', '.'));
        }
    }
}
