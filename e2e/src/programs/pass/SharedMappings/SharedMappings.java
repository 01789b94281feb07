// same-as-plain
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Mappings of one file see each other's writes and those of streams and channels; private ones are seen by nobody. */
public class SharedMappings {
    private static final int PAGE = 4096;

    public static void main(String[] args) throws IOException {
        overlapping();
        readOnlyAndPrivate();
        otherWays();
        transfers();
        growingAndShrinking();
        manyFiles();
    }

    private static FileChannel open(String name) throws IOException {
        return FileChannel.open(
                Path.of(name), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** The second mapping begins in the middle of a page of the first. */
    private static void overlapping() throws IOException {
        try (FileChannel one = open("overlap.bin");
                FileChannel other = open("overlap.bin")) {
            MappedByteBuffer first = one.map(FileChannel.MapMode.READ_WRITE, 0, 3 * PAGE);
            MappedByteBuffer second = other.map(FileChannel.MapMode.READ_WRITE, PAGE + 100, PAGE);
            first.put(PAGE + 100, "by the first".getBytes());
            show("second", second, 0, 12);
            second.put(3, "THE".getBytes());
            second.put(PAGE - 1, (byte) '!');
            show("first", first, PAGE + 100, 12);
            System.out.println((char) first.get(PAGE + 100 + PAGE - 1) + " of " + one.size());
            second.force();
            first.force(PAGE, PAGE);
            other.force(true);
            System.out.println(first.load() == first && second.isLoaded() == second.isLoaded());
        }
        Path link = Files.createLink(Path.of("link.bin"), Path.of("overlap.bin"));
        try (FileChannel linked = FileChannel.open(link, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileChannel plain = open("overlap.bin")) {
            MappedByteBuffer byLink = linked.map(FileChannel.MapMode.READ_WRITE, 0, 16);
            MappedByteBuffer byName = plain.map(FileChannel.MapMode.READ_ONLY, 0, 16);
            byLink.put(0, "linked".getBytes());
            Files.move(Path.of("overlap.bin"), Path.of("moved.bin"));
            show("by another name", byName, 0, 6);
        }
    }

    private static void readOnlyAndPrivate() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile("existing.txt", "rw")) {
            FileChannel channel = file.getChannel();
            MappedByteBuffer shared = channel.map(FileChannel.MapMode.READ_WRITE, 0, 30);
            MappedByteBuffer read = channel.map(FileChannel.MapMode.READ_ONLY, 6, 20);
            MappedByteBuffer own = channel.map(FileChannel.MapMode.PRIVATE, 0, 30);
            own.put(0, "OWN".getBytes());
            shared.put(6, "CASE".getBytes());
            show("read-only", read, 0, 9);
            show("private", own, 0, 5);
            show("shared", shared, 0, 10);
            MappedByteBuffer later = channel.map(FileChannel.MapMode.PRIVATE, 0, 30);
            shared.put(11, "TEXT".getBytes());
            show("private, mapped later", later, 0, 15);
            byte[] start = new byte[15];
            file.readFully(start);
            System.out.println("file: " + new String(start));
        }
    }

    private static void otherWays() throws IOException {
        Path path = Path.of("ways.txt");
        Files.writeString(path, "................................................................");
        MappedByteBuffer mapped;
        try (FileChannel channel = FileChannel.open(path)) {
            mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 64);
        }
        try (RandomAccessFile file = new RandomAccessFile("ways.txt", "rw")) {
            file.seek(2);
            file.write('r');
            file.write("andom".getBytes());
            file.writeInt(0x41424344);
        }
        show("random access", mapped, 0, 16);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.position(20);
            channel.write(ByteBuffer.wrap("position".getBytes()));
            channel.write(new ByteBuffer[] {ByteBuffer.wrap(" and".getBytes()), ByteBuffer.wrap(" two".getBytes())});
            channel.write(ByteBuffer.wrap("at".getBytes()), 50);
        }
        show("channel", mapped, 16, 48);
        byte[] large = new byte[1000];
        java.util.Arrays.fill(large, (byte) 'L');
        try (RandomAccessFile file = new RandomAccessFile("ways.txt", "rw")) {
            file.write(large);
        }
        show("a large write", mapped, 0, 10);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
        try (FileOutputStream appending = new FileOutputStream("ways.txt", true)) {
            appending.write("appended".getBytes());
            appending.write('+');
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.APPEND)) {
            channel.write(ByteBuffer.wrap("more".getBytes()));
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            MappedByteBuffer longer = channel.map(FileChannel.MapMode.READ_ONLY, 990, channel.size() - 990);
            show("appended to " + channel.size(), longer, 0, longer.capacity());
        }
        Files.writeString(path, "w".repeat(1000));
        show("written anew", mapped, 0, 10);
    }

    private static void transfers() throws IOException {
        Files.writeString(Path.of("source.txt"), "what is transferred from file to file");
        try (FileChannel source = open("source.txt");
                FileChannel target = open("target.bin")) {
            MappedByteBuffer mapped = target.map(FileChannel.MapMode.READ_WRITE, 0, 64);
            target.position(4);
            System.out.println(source.transferTo(0, 23, target));
            System.out.println(target.transferFrom(source, 40, 7));
            show("transferred", mapped, 0, 64);
        }
    }

    private static void growingAndShrinking() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile("size.bin", "rw")) {
            FileChannel channel = file.getChannel();
            MappedByteBuffer small = channel.map(FileChannel.MapMode.READ_WRITE, 0, 10);
            small.put("0123456789".getBytes());
            MappedByteBuffer large = channel.map(FileChannel.MapMode.READ_WRITE, 0, 2 * PAGE);
            large.put(PAGE, "behind".getBytes());
            System.out.println("grown to " + file.length());
            channel.truncate(5);
            file.setLength(PAGE * 2);
            show("cut and grown", large, 0, 10);
            show("behind", large, PAGE, 6);
            file.seek(PAGE - 3);
            file.write("across".getBytes());
            show("across pages", large, PAGE - 4, 8);
            file.setLength(PAGE);
            try {
                System.out.println(large.get(PAGE));
            } catch (InternalError e) {
                System.out.println("cannot be touched any more: InternalError");
            }
            show("still there", small, 0, 10);
        }
    }

    private static void manyFiles() throws IOException {
        MappedByteBuffer[] mapped = new MappedByteBuffer[20];
        for (int i = 0; i < mapped.length; i++) {
            try (FileChannel channel = open("many" + i)) {
                mapped[i] = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8);
                mapped[i].put(0, (byte) ('a' + i));
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < mapped.length; i++) {
            try (FileOutputStream out = new FileOutputStream("many" + i, true)) {
                out.write(i);
            }
            text.append((char) mapped[i].get(0));
        }
        System.out.println(text);
    }

    private static void show(String what, MappedByteBuffer buffer, int from, int count) {
        byte[] bytes = new byte[count];
        buffer.get(from, bytes);
        System.out.println(what + ": " + new String(bytes).replace('\0', '.'));
    }
}
