import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.MembershipKey;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;

/** Packets to a group that do arrive: at a socket, at a channel, from one source only, and no more after leaving. */
public class MulticastPackets {
    private static final int PATIENCE_MILLIS = 2000;
    private static final int SHORT_MILLIS = 50;

    private final NetworkInterface loopback;
    private final InetAddress host;
    private final InetAddress group;

    private MulticastPackets() throws IOException {
        this.host = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        this.loopback = NetworkInterface.getByInetAddress(host);
        this.group = InetAddress.getByAddress(new byte[] {(byte) 239, 1, 2, 3});
    }

    public static void main(String[] args) throws IOException {
        MulticastPackets packets = new MulticastPackets();
        if (packets.arrive()) {
            packets.socket();
            packets.channels();
            packets.sources();
        } else {
            System.out.println("No packet to a group arrives here");
        }
    }

    private boolean arrive() throws IOException {
        try (MulticastSocket receiver = new MulticastSocket(0);
                DatagramChannel sender = sender()) {
            receiver.joinGroup(new InetSocketAddress(group, 0), loopback);
            send(sender, "first", receiver.getLocalPort());
            return receive(receiver, PATIENCE_MILLIS).startsWith("first");
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            System.out.println(e);
            return false;
        }
    }

    private void socket() throws IOException {
        try (MulticastSocket receiver = new MulticastSocket(0);
                DatagramChannel sender = sender()) {
            InetSocketAddress joined = new InetSocketAddress(group, 0);
            receiver.joinGroup(joined, loopback);
            for (int i = 0; i < 3; i++) {
                send(sender, "packet " + i, receiver.getLocalPort());
                System.out.println(receive(receiver, PATIENCE_MILLIS));
            }
            receiver.leaveGroup(joined, loopback);
            send(sender, "too late", receiver.getLocalPort());
            System.out.println(receive(receiver, SHORT_MILLIS));
        } catch (SocketTimeoutException e) {
            System.out.println(e.getMessage());
        }
    }

    /** Two channels with one port both get the packet. */
    private void channels() throws IOException {
        try (DatagramChannel one = receiver(0);
                DatagramChannel two = receiver(one.socket().getLocalPort());
                DatagramChannel sender = sender()) {
            one.join(group, loopback);
            MembershipKey key = two.join(group, loopback);
            send(sender, "to both", one.socket().getLocalPort());
            System.out.println(receive(one, PATIENCE_MILLIS) + ", " + receive(two, PATIENCE_MILLIS));
            key.drop();
            send(sender, "to one", one.socket().getLocalPort());
            System.out.println(receive(one, PATIENCE_MILLIS) + ", " + key.isValid());
        }
    }

    private void sources() throws IOException {
        try (DatagramChannel receiver = receiver(0);
                DatagramChannel sender = sender()) {
            int port = receiver.socket().getLocalPort();
            MembershipKey all = receiver.join(group, loopback);
            all.block(host);
            send(sender, "blocked", port);
            System.out.println(receive(receiver, SHORT_MILLIS));
            all.unblock(host);
            send(sender, "unblocked", port);
            System.out.println(receive(receiver, PATIENCE_MILLIS));
            all.drop();
            MembershipKey one = receiver.join(group, loopback, host);
            send(sender, "from " + one.sourceAddress(), port);
            System.out.println(receive(receiver, PATIENCE_MILLIS));
        }
    }

    /** With a time to live of 0, packets stay on this machine. */
    private DatagramChannel sender() throws IOException {
        return DatagramChannel.open(StandardProtocolFamily.INET)
                .bind(new InetSocketAddress(host, 0))
                .setOption(StandardSocketOptions.IP_MULTICAST_IF, loopback)
                .setOption(StandardSocketOptions.IP_MULTICAST_TTL, 0)
                .setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true);
    }

    private static DatagramChannel receiver(int port) throws IOException {
        DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)
                .setOption(StandardSocketOptions.SO_REUSEADDR, true)
                .bind(new InetSocketAddress(port));
        channel.configureBlocking(false);
        return channel;
    }

    private void send(DatagramChannel sender, String text, int port) throws IOException {
        byte[] bytes = (text + " at " + System.nanoTime()).getBytes(StandardCharsets.UTF_8);
        sender.send(ByteBuffer.wrap(bytes), new InetSocketAddress(group, port));
    }

    private static String receive(DatagramSocket receiver, int timeoutMillis) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        receiver.setSoTimeout(timeoutMillis);
        receiver.receive(packet);
        return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8) + " from "
                + packet.getSocketAddress();
    }

    private static String receive(DatagramChannel receiver, int timeoutMillis) throws IOException {
        try (Selector selector = Selector.open()) {
            receiver.register(selector, SelectionKey.OP_READ);
            if (selector.select(timeoutMillis) == 0) {
                return "nothing";
            }
            ByteBuffer buffer = ByteBuffer.allocate(100);
            Object sender = receiver.receive(buffer);
            return StandardCharsets.UTF_8.decode(buffer.flip()) + " from " + sender;
        }
    }
}
