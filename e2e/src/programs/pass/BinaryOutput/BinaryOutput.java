// same-as-plain
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;

/** Sends all bytes to standard output, one by one, in arrays, through channels and half lines. */
public class BinaryOutput {
    public static void main(String[] args) throws IOException {
        for (int i = 0; i < 256; i++) {
            System.out.write(i);
        }
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (255 - i);
        }
        System.out.write(all, 10, 200);
        System.out.write(all);
        System.out.print('\0');
        System.out.print("\ud800 lone surrogate \u00ff");
        System.out.flush();
        FileOutputStream raw = new FileOutputStream(FileDescriptor.out);
        raw.write(all);
        FileChannel channel = raw.getChannel();
        channel.write(ByteBuffer.wrap(all));
        ByteBuffer direct = ByteBuffer.allocateDirect(256).put(all).flip();
        channel.write(direct);
        channel.write(new ByteBuffer[] {ByteBuffer.wrap(all), direct.flip()});
        Channels.newChannel(System.out).write(ByteBuffer.wrap(all));
        BufferedOutputStream buffered = new BufferedOutputStream(System.out, 1 << 16);
        for (int i = 0; i < 1000; i++) {
            buffered.write(all);
        }
        buffered.flush();
        System.err.write(all);
        System.err.println();
    }
}
