import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Much through one stream. */
public class LongStream {
    public static void main(String[] args) throws Exception {
        long size = Long.parseLong(args[0]) << 20;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread sender = new Thread(() -> send(server, size));
            sender.start();
            long sum = 0;
            long count = 0;
            byte[] bytes = new byte[1 << 16];
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                    InputStream in = socket.getInputStream()) {
                for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                    count += read;
                    sum = 31 * sum + bytes[read / 2];
                }
            }
            sender.join();
            System.out.println(count + " " + sum);
        }
        Peak.print();
    }

    private static void send(ServerSocket server, long size) {
        byte[] bytes = new byte[1 << 16];
        long state = System.nanoTime();
        try (Socket socket = server.accept();
                OutputStream out = socket.getOutputStream()) {
            for (long left = size; left > 0; left -= bytes.length) {
                for (int i = 0; i < bytes.length; i += 8) {
                    state = state * 6364136223846793005L + 1442695040888963407L;
                    bytes[i] = (byte) (state >>> 56);
                    bytes[i + 3] = (byte) (state >>> 48);
                }
                out.write(bytes);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
