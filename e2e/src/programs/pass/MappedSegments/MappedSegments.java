// same-as-plain
// jdk: 22+
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Maps a file as a memory segment, beside a buffer and a channel of the same file; by reflection, for older compilers. */
public class MappedSegments {
    public static void main(String[] args) throws Exception {
        Class<?> arenas = Class.forName("java.lang.foreign.Arena");
        Class<?> segments = Class.forName("java.lang.foreign.MemorySegment");
        Method map =
                FileChannel.class.getMethod("map", FileChannel.MapMode.class, long.class, long.class, arenas);
        try (FileChannel channel = FileChannel.open(
                Path.of("segment.bin"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, 100);
            try (AutoCloseable arena = (AutoCloseable) arenas.getMethod("ofConfined").invoke(null)) {
                Object segment = map.invoke(channel, FileChannel.MapMode.READ_WRITE, 8L, 64L, arena);
                Method text = segments.getMethod("getString", long.class);
                segments.getMethod("setString", long.class, String.class).invoke(segment, 0L, "by the segment");
                System.out.println((char) buffer.get(8) + " "
                        + segments.getMethod("isMapped").invoke(segment));
                buffer.put(11, "THE".getBytes());
                channel.write(ByteBuffer.wrap("SEGMENT".getBytes()), 15);
                System.out.println(text.invoke(segment, 0L));
                segments.getMethod("force").invoke(segment);
                segments.getMethod("load").invoke(segment);
                segments.getMethod("isLoaded").invoke(segment);
                segments.getMethod("unload").invoke(segment);
                System.out.println(text.invoke(segment, 3L));
            }
            byte[] bytes = new byte[14];
            buffer.get(8, bytes);
            System.out.println(new String(bytes));
        }
    }
}
