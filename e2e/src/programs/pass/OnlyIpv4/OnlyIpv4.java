import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The program itself turns IPv6 off, before it uses the network: the JDK asks for that once, when its library is loaded. */
public class OnlyIpv4 {
    public static void main(String[] args) throws IOException {
        System.setProperty("java.net.preferIPv4Stack", "true");
        InetAddress address = InetAddress.getLoopbackAddress();
        if (address.getAddress().length != 4) {
            throw new IllegalStateException("loopback is " + address);
        }
        try (ServerSocket server = new ServerSocket(0, 1, address);
                Socket client = new Socket("localhost", server.getLocalPort());
                Socket accepted = server.accept()) {
            client.getOutputStream().write('x');
            System.out.println(accepted.getInputStream().read() + " " + accepted.getLocalAddress());
        }
    }
}
