import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;

/** Names are looked up before the first socket is opened: what the look-up initialises is not initialised again. */
public final class NamesFirst {
    private NamesFirst() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println(new Object().hashCode());
        try {
            System.out.println(InetAddress.getByName("n".repeat(70)));
        } catch (UnknownHostException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Object().hashCode());
        InetAddress address = InetAddress.getByName("localhost");
        System.out.println(address + " " + new Object().hashCode());
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress("localhost", 0));
            System.out.println(new Object().hashCode());
            try (Socket client = new Socket("localhost", server.getLocalPort());
                    Socket accepted = server.accept()) {
                client.getOutputStream().write('x');
                System.out.println(accepted.getInputStream().read() + " " + new Object().hashCode());
            }
        }
        System.out.println(InetAddress.getLoopbackAddress().isReachable(1000));
    }
}
