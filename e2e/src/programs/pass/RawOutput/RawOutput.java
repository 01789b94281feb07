// same-as-plain
// streams: merged
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Prints without a print stream: byte by byte, through channels and from several buffers. */
public class RawOutput {
    public static void main(String[] args) throws IOException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        FileOutputStream err = new FileOutputStream(FileDescriptor.err);
        for (char c : "one by one\n".toCharArray()) {
            out.write(c);
            err.write(Character.toUpperCase(c));
        }
        FileChannel channel = out.getChannel();
        channel.write(ByteBuffer.wrap("channel\n".getBytes()));
        channel.write(new ByteBuffer[] {
            ByteBuffer.wrap("sever".getBytes()), ByteBuffer.allocate(0), ByteBuffer.wrap("al\n".getBytes())
        });
        ByteBuffer direct = ByteBuffer.allocateDirect(7);
        direct.put("direct\n".getBytes()).flip();
        err.getChannel().write(direct);
    }
}
