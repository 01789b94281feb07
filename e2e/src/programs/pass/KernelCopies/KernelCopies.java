import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Prints files in ways in which their bytes need not pass through the program. */
public class KernelCopies {
    public static void main(String[] args) throws Exception {
        Path file = Files.writeString(Path.of("text.txt"), "first line\nsecond line\n".repeat(500));
        Path copy = Path.of("copy.txt");
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out);
                FileChannel in = FileChannel.open(file);
                FileChannel other =
                        FileChannel.open(copy, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            System.err.println(in.transferTo(0, in.size(), out.getChannel()));
            System.err.println(in.transferTo(5, 100, out.getChannel()));
            System.err.println(new FileInputStream(file.toFile()).transferTo(out));
            System.err.println(Files.newInputStream(file).transferTo(Channels.newOutputStream(out.getChannel())));
            System.err.println(in.transferTo(0, in.size(), other) + " " + Files.size(copy));
            System.err.println(other.transferFrom(in, 0, 10) + " " + Files.size(copy));
            System.err.println(Files.copy(file, out));
        }
    }
}
