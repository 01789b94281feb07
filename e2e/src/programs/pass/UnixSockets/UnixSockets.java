import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sockets that are files: bound, connected to, refused, selected. */
public class UnixSockets {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("unix").resolve("socket");
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(file);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            System.out.println("listening at " + server.getLocalAddress() + " " + Files.exists(file));
            Thread client = new Thread(() -> talk(address), "client");
            client.start();
            try (SocketChannel channel = server.accept()) {
                System.out.println("from '" + channel.getRemoteAddress() + "' at " + channel.getLocalAddress());
                ByteBuffer buffer = ByteBuffer.allocate(100);
                while (channel.read(buffer) >= 0) {
                    System.out.println("got " + buffer.position());
                }
                channel.write(buffer.flip());
            }
            client.join();
            accepted(server, address);
        }
        refused(address);
        Files.delete(file);
        refused(address);
    }

    private static void talk(UnixDomainSocketAddress address) {
        try (SocketChannel channel = SocketChannel.open(address)) {
            for (int i = 1; i < 5; i++) {
                channel.write(ByteBuffer.wrap(new byte[i]));
            }
            channel.shutdownOutput();
            ByteBuffer answer = ByteBuffer.allocateDirect(64);
            while (channel.read(answer) >= 0) {
                System.out.println("answer " + answer.position());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void accepted(ServerSocketChannel server, UnixDomainSocketAddress address) throws IOException {
        server.configureBlocking(false);
        try (Selector selector = Selector.open()) {
            server.register(selector, SelectionKey.OP_ACCEPT);
            System.out.println("nobody: " + server.accept() + " " + selector.selectNow());
            try (SocketChannel client = SocketChannel.open(address)) {
                System.out.println("selected " + selector.select());
                try (SocketChannel channel = server.accept()) {
                    System.out.println(client.isConnected() + " " + channel.isConnected());
                }
            }
        }
    }

    private static void refused(UnixDomainSocketAddress address) {
        try (SocketChannel channel = SocketChannel.open(address)) {
            System.out.println("connected " + channel);
        } catch (IOException e) {
            System.out.println(e);
        }
    }
}
