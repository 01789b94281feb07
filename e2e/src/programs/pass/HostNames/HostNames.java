import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Names and addresses of this machine, and a name that is too long to be asked for. */
public class HostNames {
    public static void main(String[] args) throws UnknownHostException {
        System.out.println(InetAddress.getLocalHost());
        System.out.println(Arrays.toString(InetAddress.getAllByName("localhost")));
        System.out.println(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).getHostName());
        try {
            System.out.println(InetAddress.getByName("n".repeat(70)));
        } catch (UnknownHostException e) {
            e.printStackTrace(System.out);
        }
    }
}
