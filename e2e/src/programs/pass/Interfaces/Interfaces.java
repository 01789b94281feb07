import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Arrays;
import java.util.Collections;

/** What the machine is connected to, and what its names and addresses mean. */
public class Interfaces {
    public static void main(String[] args) throws IOException {
        for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            show(one);
            System.out.println("  again: " + one.equals(NetworkInterface.getByName(one.getName())) + " "
                    + one.equals(NetworkInterface.getByIndex(one.getIndex())));
        }
        System.out.println(NetworkInterface.getByName("no such interface"));
        System.out.println(NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress()));
        System.out.println(InetAddress.getLocalHost() + " " + Arrays.toString(InetAddress.getAllByName("localhost")));
        System.out.println(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).getHostName());
        System.out.println(InetAddress.getLoopbackAddress().isReachable(500));
    }

    private static void show(NetworkInterface one) throws IOException {
        System.out.println(one + " " + one.getIndex() + " " + one.isUp() + one.isLoopback() + one.isPointToPoint()
                + one.isVirtual() + one.supportsMulticast() + " " + one.getMTU() + " "
                + Arrays.toString(one.getHardwareAddress()));
        System.out.println("  " + one.getInterfaceAddresses() + " " + Collections.list(one.getInetAddresses()));
        for (NetworkInterface child : Collections.list(one.getSubInterfaces())) {
            System.out.println("  " + child + " in " + child.getParent());
        }
    }
}
