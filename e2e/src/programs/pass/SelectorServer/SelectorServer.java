import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** A server around one selector, clients that block and one that does not, wake-ups, a pipe. */
public class SelectorServer {
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();
    private static volatile boolean done;

    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(HOST, 0));
        server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
        InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
        System.out.println("listening at " + address);
        Thread loop = new Thread(() -> serve(selector, server), "loop");
        loop.start();
        Thread[] clients = new Thread[4];
        for (int i = 0; i < clients.length; i++) {
            int number = i;
            clients[i] = new Thread(() -> talk(address, number), "client-" + i);
            clients[i].start();
        }
        for (Thread client : clients) {
            client.join();
        }
        withoutBlocking(address);
        done = true;
        selector.wakeup();
        loop.join();
        server.close();
        selector.close();
        pipe();
        emptySelects();
    }

    private static void serve(Selector selector, ServerSocketChannel server) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        int selects = 0;
        try {
            while (!done) {
                int ready = selector.select();
                selects++;
                for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                    SelectionKey key = keys.next();
                    keys.remove();
                    if (key.isAcceptable()) {
                        SocketChannel channel = server.accept();
                        if (channel != null) {
                            channel.configureBlocking(false);
                            channel.register(selector, SelectionKey.OP_READ);
                            System.out.println("accepted " + channel.getRemoteAddress() + ", " + ready + " ready");
                        }
                    } else if (key.isReadable()) {
                        echo((SocketChannel) key.channel(), buffer);
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        System.out.println("selected " + selects + " times, " + selector.keys().size() + " keys");
    }

    private static void echo(SocketChannel channel, ByteBuffer buffer) throws IOException {
        buffer.clear();
        int count = channel.read(buffer);
        if (count < 0) {
            channel.close();
            return;
        }
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    private static void talk(InetSocketAddress address, int number) {
        try (SocketChannel channel = SocketChannel.open(address)) {
            ByteBuffer[] parts = {ByteBuffer.allocate(3), ByteBuffer.allocate(200)};
            for (int i = 0; i < 10; i++) {
                String line = "client " + number + " line " + i + "!".repeat(i * 7);
                channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
                int got = 0;
                parts[0].clear();
                parts[1].clear();
                while (got < line.length()) {
                    got += (int) channel.read(parts);
                }
                System.out.println(number + ": " + got + " " + new String(parts[1].array(), 0, parts[1].position()));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void withoutBlocking(InetSocketAddress address) throws IOException {
        try (Selector selector = Selector.open();
                SocketChannel channel = SocketChannel.open()) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_CONNECT);
            boolean connected = channel.connect(address);
            System.out.println("connected at once: " + connected);
            while (!connected) {
                selector.select();
                connected = channel.finishConnect();
            }
            channel.keyFor(selector).interestOps(SelectionKey.OP_READ);
            channel.write(ByteBuffer.wrap("ping".getBytes(StandardCharsets.UTF_8)));
            ByteBuffer buffer = ByteBuffer.allocate(10);
            int empty = 0;
            while (channel.read(buffer) == 0) {
                empty++;
                selector.select(1000);
            }
            System.out.println("got " + buffer.position() + " bytes, " + (empty > 0 ? "not at once" : "at once"));
        }
    }

    private static void pipe() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        ByteBuffer buffer = ByteBuffer.allocate(20);
        System.out.println("empty pipe: " + pipe.source().read(buffer));
        pipe.sink().write(ByteBuffer.wrap("through a pipe".getBytes(StandardCharsets.UTF_8)));
        try (Selector selector = Selector.open()) {
            pipe.source().register(selector, SelectionKey.OP_READ);
            System.out.println("selected " + selector.select() + ", read " + pipe.source().read(buffer));
        }
        pipe.sink().close();
        System.out.println("at its end: " + pipe.source().read(buffer));
        pipe.source().close();
    }

    private static void emptySelects() throws IOException {
        try (Selector selector = Selector.open()) {
            System.out.println(selector.selectNow() + " " + selector.select(20));
            selector.wakeup();
            System.out.println("woken up before: " + selector.select());
            Thread.currentThread().interrupt();
            System.out.println("interrupted: " + selector.select() + " " + Thread.interrupted());
        }
    }
}
