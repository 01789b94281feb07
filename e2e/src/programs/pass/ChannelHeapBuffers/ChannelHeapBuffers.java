// same-as-plain
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;

/** Reads and writes channels with heap buffers, whole, sliced, read-only and full. */
public class ChannelHeapBuffers {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        Path data = Path.of("data.txt");
        try (FileChannel channel = FileChannel.open(data)) {
            ByteBuffer buffer = ByteBuffer.allocate(10);
            System.out.println("size " + channel.size() + ", read " + channel.read(buffer) + " " + text(buffer));
            System.out.println("full " + channel.read(ByteBuffer.allocate(0)));
            System.out.println("at 20 " + channel.read(buffer.clear().limit(6), 20) + " " + text(buffer));
            System.out.println("position " + channel.position());
            ByteBuffer middle = ByteBuffer.wrap(new byte[12], 3, 6).slice();
            System.out.println("slice " + channel.read(middle) + " " + text(middle));
            System.out.println("far away " + channel.read(buffer.clear(), 1_000_000));
            channel.position(channel.size());
            System.out.println("at end " + channel.read(buffer));
            attempt("write", () -> channel.write(ByteBuffer.wrap(new byte[1])));
            attempt("into read-only", () -> channel.read(ByteBuffer.allocate(1).asReadOnlyBuffer()));
            attempt("negative", () -> channel.read(ByteBuffer.allocate(1), -1));
        }
        try (FileChannel channel = FileChannel.open(
                Path.of("made.txt"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            System.out.println(
                    "write " + channel.write(ByteBuffer.wrap("hello world".getBytes(StandardCharsets.UTF_8))));
            System.out.println("write at 6 " + channel.write(ByteBuffer.wrap("WORLD!".getBytes()), 6));
            channel.write(ByteBuffer.wrap("read-only".getBytes()).asReadOnlyBuffer(), 20);
            channel.position(0);
            ByteBuffer all = ByteBuffer.allocate(64);
            System.out.println("read back " + channel.read(all) + " " + text(all));
        }
        try (FileChannel channel = FileChannel.open(
                Path.of("made.txt"), EnumSet.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND))) {
            System.out.println("append at " + channel.position());
            channel.write(ByteBuffer.wrap("+".getBytes()));
            System.out.println("then " + channel.position() + " of " + channel.size());
            attempt("read a channel for writing", () -> channel.read(ByteBuffer.allocate(1)));
        }
        try (FileInputStream in = new FileInputStream("data.txt");
                FileOutputStream out = new FileOutputStream("made.txt", true)) {
            in.read();
            ByteBuffer buffer = ByteBuffer.allocate(8);
            in.getChannel().read(buffer);
            System.out.println("stream and channel share " + text(buffer) + " " + (char) in.read());
            out.getChannel().write(buffer.flip());
        }
        try (SeekableByteChannel channel = Files.newByteChannel(data);
                var reader = Channels.newReader(channel, StandardCharsets.UTF_8)) {
            channel.position(5);
            char[] chars = new char[8];
            System.out.println("reader " + reader.read(chars) + " " + new String(chars).replace('\0', '.'));
        }
        System.out.println(Files.readString(Path.of("made.txt")).replace('\0', '.'));
        attempt("missing", () -> FileChannel.open(Path.of("missing")).close());
        attempt("exists", () -> FileChannel.open(data, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                .close());
        attempt("closed", () -> {
            FileChannel channel = FileChannel.open(data);
            channel.close();
            channel.size();
        });
        FileChannel.open(
                        Path.of("gone.txt"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE)
                .close();
        System.out.println("deleted on close " + Files.notExists(Path.of("gone.txt")));
    }

    private static String text(ByteBuffer buffer) {
        ByteBuffer copy = buffer.duplicate().flip();
        return StandardCharsets.UTF_8.decode(copy).toString().replace('\0', '.').replace('\n', '/');
    }

    private static void attempt(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": no exception");
        } catch (Exception e) {
            System.out.println(what + ":");
            e.printStackTrace(System.out);
        }
    }
}
