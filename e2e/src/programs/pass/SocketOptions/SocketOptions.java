import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.MembershipKey;
import java.nio.channels.NetworkChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import jdk.net.ExtendedSocketOptions;

/** Options of sockets, those of this system included, urgent bytes, and who may send to a group. */
public class SocketOptions {
    public static void main(String[] args) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(here, 0));
            show("server", server);
            try (SocketChannel client = SocketChannel.open(server.getLocalAddress());
                    SocketChannel accepted = server.accept()) {
                client.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
                set(client, ExtendedSocketOptions.TCP_KEEPCOUNT, 3);
                set(client, ExtendedSocketOptions.TCP_KEEPINTERVAL, 20);
                set(client, ExtendedSocketOptions.TCP_KEEPIDLE, 30);
                set(client, ExtendedSocketOptions.TCP_QUICKACK, true);
                show("client", client);
                show("accepted", accepted);
            }
        }
        urgent(here);
        credentials();
        group(here);
    }

    private static <T> void set(NetworkChannel channel, SocketOption<T> option, T value) throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }

    /** Younger releases have it. */
    @SuppressWarnings("unchecked")
    private static void setDontFragment(NetworkChannel channel) throws IOException {
        for (SocketOption<?> option : channel.supportedOptions()) {
            if (option.name().equals("IP_DONTFRAGMENT")) {
                channel.setOption((SocketOption<Boolean>) option, true);
            }
        }
    }

    private static void show(String name, NetworkChannel channel) {
        TreeMap<String, Object> values = new TreeMap<>();
        for (SocketOption<?> option : channel.supportedOptions()) {
            try {
                values.put(option.name(), String.valueOf(channel.getOption(option)));
            } catch (IOException | RuntimeException e) {
                values.put(option.name(), e.toString());
            }
        }
        System.out.println(name + " " + values);
    }

    private static void urgent(InetAddress here) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, here);
                Socket client = new Socket(here, server.getLocalPort());
                Socket accepted = server.accept()) {
            accepted.setOOBInline(true);
            client.sendUrgentData('!');
            client.getOutputStream().write('.');
            System.out.println((char) accepted.getInputStream().read() + " "
                    + (char) accepted.getInputStream().read());
        }
    }

    private static void credentials() throws IOException {
        Path directory = Files.createTempDirectory(Path.of(""), "credentials");
        Path file = directory.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(file));
            try (SocketChannel client = SocketChannel.open(server.getLocalAddress());
                    SocketChannel accepted = server.accept()) {
                System.out.println("from " + accepted.getOption(ExtendedSocketOptions.SO_PEERCRED) + " " + client.isConnected());
            }
        }
        Files.delete(file);
        Files.delete(directory);
    }

    private static void group(InetAddress here) throws IOException {
        NetworkInterface loopback = NetworkInterface.getByInetAddress(here);
        try (DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)) {
            setDontFragment(channel);
            channel.bind(new InetSocketAddress(here, 0));
            show("datagrams", channel);
            try {
                MembershipKey key = channel.join(InetAddress.getByName("230.0.0.1"), loopback);
                key.block(here);
                key.unblock(here);
                key.drop();
                System.out.println("member");
            } catch (IOException e) {
                System.out.println("no member: " + e.getMessage());
            }
            channel.connect(new InetSocketAddress(here, 9));
            System.out.println(channel.write(ByteBuffer.wrap(new byte[3])));
        }
    }
}
