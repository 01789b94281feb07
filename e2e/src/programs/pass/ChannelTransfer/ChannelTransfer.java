// same-as-plain
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Moves bytes between channels, files and streams without touching them. */
public class ChannelTransfer {
    public static void main(String[] args) throws IOException {
        Path source = Path.of("source.txt");
        Path target = Path.of("target.txt");
        try (FileChannel from = FileChannel.open(source);
                FileChannel to = FileChannel.open(
                        target, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            System.out.println("transferTo " + from.transferTo(4, 10, to) + ", position " + from.position());
            System.out.println("more than there is " + from.transferTo(30, 1 << 20, to) + ", to " + to.position());
            System.out.println("past the end " + from.transferTo(1 << 20, 10, to));
            System.out.println("transferFrom " + to.transferFrom(from, 2, 6) + ", from " + from.position());
            System.out.println("beyond " + to.transferFrom(from, 1 << 20, 6));
            System.out.println("size " + to.size());
            try {
                to.transferTo(0, 4, from);
            } catch (NonWritableChannelException e) {
                e.printStackTrace(System.out);
            }
        }
        System.out.println(Files.readString(target));
        try (FileChannel from = FileChannel.open(source)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            System.out.println("to a stream " + from.transferTo(0, 20, Channels.newChannel(bytes)) + " " + bytes);
            System.out.println("to stdout " + from.transferTo(0, from.size(), Channels.newChannel(System.out)));
        }
        try (FileChannel to =
                FileChannel.open(Path.of("from.txt"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            var bytes = Channels.newChannel(new ByteArrayInputStream("from an array".getBytes()));
            System.out.println("from a stream " + to.transferFrom(bytes, 0, 9));
        }
        System.out.println(Files.readString(Path.of("from.txt")));
        byte[] large = new byte[300_000];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 7);
        }
        Files.write(Path.of("large.bin"), large);
        try (FileInputStream in = new FileInputStream("large.bin");
                FileOutputStream out = new FileOutputStream("copy.bin")) {
            System.out.println("stream " + in.transferTo(out));
        }
        try (FileChannel in = FileChannel.open(Path.of("large.bin"));
                FileChannel out =
                        FileChannel.open(Path.of("copy2.bin"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            System.out.println("channel " + in.transferTo(0, in.size(), out));
        }
        System.out.println(Files.mismatch(Path.of("large.bin"), Path.of("copy.bin")) + " "
                + Files.mismatch(Path.of("large.bin"), Path.of("copy2.bin")) + " " + Files.mismatch(source, target));
    }
}
