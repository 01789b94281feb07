import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Thousands of sockets that are open at a time, one half of them waited for by one selector. */
public class ManySockets {
    public static void main(String[] args) throws Exception {
        int pairs = Integer.parseInt(args[0]) / 2;
        long sum = 0;
        try (ServerSocketChannel server = ServerSocketChannel.open();
                Selector selector = Selector.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
            List<SocketChannel> clients = new ArrayList<>();
            List<SocketChannel> accepted = new ArrayList<>();
            for (int i = 0; i < pairs; i++) {
                clients.add(SocketChannel.open(server.getLocalAddress()));
                SocketChannel other = server.accept();
                other.configureBlocking(false);
                other.register(selector, SelectionKey.OP_READ);
                accepted.add(other);
            }
            System.out.println(clients.size() + accepted.size() + " open");
            for (int i = 0; i < pairs; i++) {
                clients.get(i).write(ByteBuffer.wrap(new byte[] {(byte) i, 1, 2, 3}));
            }
            ByteBuffer buffer = ByteBuffer.allocateDirect(16);
            for (int left = 4 * pairs; left > 0; ) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    buffer.clear();
                    left -= ((SocketChannel) key.channel()).read(buffer);
                    sum += buffer.get(0);
                }
                selector.selectedKeys().clear();
            }
            for (int i = 0; i < pairs; i++) {
                clients.get(i).close();
                accepted.get(i).close();
            }
        }
        System.out.println(sum);
        Peak.print();
    }
}
