import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.PortUnreachableException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;

/** Packets: by sockets and channels, connected or not, too long ones, time-outs, nobody there, groups. */
public class Datagrams {
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();

    public static void main(String[] args) throws Exception {
        sockets();
        channels();
        nobodyThere();
        selected();
        groups();
    }

    private static void sockets() throws IOException {
        try (DatagramSocket one = new DatagramSocket(0, HOST);
                DatagramSocket two = new DatagramSocket(0, HOST)) {
            System.out.println(one.getLocalSocketAddress() + " " + two.getLocalSocketAddress());
            for (int i = 0; i < 5; i++) {
                byte[] text = ("packet " + i + " " + System.nanoTime()).getBytes(StandardCharsets.UTF_8);
                one.send(new DatagramPacket(text, text.length, two.getLocalSocketAddress()));
                DatagramPacket got = new DatagramPacket(new byte[12], 12);
                two.receive(got);
                System.out.println(got.getSocketAddress() + " " + got.getLength() + " " + text(got));
            }
            two.setSoTimeout(40);
            try {
                two.receive(new DatagramPacket(new byte[10], 10));
            } catch (SocketTimeoutException e) {
                System.out.println(e);
            }
            System.out.println(one.getReceiveBufferSize() + " " + one.getBroadcast());
        }
    }

    private static String text(DatagramPacket packet) {
        return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
    }

    private static void channels() throws IOException {
        try (DatagramChannel one = DatagramChannel.open().bind(new InetSocketAddress(HOST, 0));
                DatagramChannel two = DatagramChannel.open().bind(new InetSocketAddress(HOST, 0))) {
            one.send(ByteBuffer.wrap(new byte[] {1, 2, 3}), two.getLocalAddress());
            ByteBuffer heap = ByteBuffer.allocate(10);
            System.out.println("from " + two.receive(heap) + ", " + heap.position() + " bytes");
            one.connect(two.getLocalAddress());
            two.connect(one.getLocalAddress());
            ByteBuffer direct = ByteBuffer.allocateDirect(10).put((byte) 7).flip();
            System.out.println("wrote " + one.write(new ByteBuffer[] {direct, ByteBuffer.wrap(new byte[5])}));
            ByteBuffer[] parts = {ByteBuffer.allocate(2), ByteBuffer.allocateDirect(20)};
            System.out.println("read " + two.read(parts) + " " + parts[0].get(0) + " " + two.getRemoteAddress());
            two.disconnect();
            two.configureBlocking(false);
            System.out.println("nothing there: " + two.receive(heap.clear()));
        }
    }

    private static void nobodyThere() throws IOException {
        int port;
        try (DatagramSocket unused = new DatagramSocket(0, HOST)) {
            port = unused.getLocalPort();
        }
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(HOST, port);
            socket.setSoTimeout(2000);
            socket.send(new DatagramPacket(new byte[1], 1));
            socket.receive(new DatagramPacket(new byte[1], 1));
            System.out.println("somebody answered");
        } catch (PortUnreachableException | SocketTimeoutException e) {
            System.out.println(e);
        }
    }

    private static void selected() throws IOException {
        try (Selector selector = Selector.open();
                DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(HOST, 0));
                DatagramSocket sender = new DatagramSocket(0, HOST)) {
            channel.configureBlocking(false).register(selector, SelectionKey.OP_READ);
            System.out.println("ready " + selector.selectNow());
            sender.send(new DatagramPacket(new byte[] {9}, 1, channel.getLocalAddress()));
            System.out.println("ready " + selector.select(5000));
            ByteBuffer buffer = ByteBuffer.allocate(4);
            System.out.println(channel.receive(buffer) + " " + buffer.get(0));
        }
    }

    private static void groups() throws IOException {
        NetworkInterface loopback = NetworkInterface.getByInetAddress(HOST);
        InetSocketAddress group = new InetSocketAddress("230.0.0.1", 0);
        try (MulticastSocket socket = new MulticastSocket(0)) {
            socket.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 0);
            socket.setNetworkInterface(loopback);
            socket.joinGroup(group, loopback);
            System.out.println("in a group, interface " + socket.getNetworkInterface().getName() + ", "
                    + socket.getTimeToLive());
            socket.leaveGroup(group, loopback);
        } catch (IOException e) {
            System.out.println("no groups: " + e);
        }
    }
}
