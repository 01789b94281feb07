// jvm: -Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.PollSelectorProvider
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The other selector of the JDK, which asks the kernel about all its channels each time. */
public class PollingSelector {
    public static void main(String[] args) throws IOException {
        try (Selector selector = Selector.open();
                ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            System.out.println(selector.getClass().getSimpleName());
            server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
            System.out.println(selector.selectNow());
            try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
                System.out.println(selector.select());
                SocketChannel accepted = server.accept();
                accepted.configureBlocking(false).register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                selector.selectedKeys().clear();
                System.out.println(selector.select(key -> System.out.println(key.readyOps())));
                client.write(ByteBuffer.wrap(new byte[7]));
                selector.select(key -> System.out.println(key.readyOps()), 1000);
                ByteBuffer buffer = ByteBuffer.allocate(10);
                System.out.println(accepted.read(buffer) + " " + accepted.getRemoteAddress());
                accepted.close();
                System.out.println(client.read(buffer.clear()) + " " + selector.selectNow());
            }
        }
    }
}
