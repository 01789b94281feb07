import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import javax.net.ssl.SSLContext;

/** Uses classes of the network without using the network: that they are linked shifts identity hashes. */
public class NetworkClasses {
    public static void main(String[] args) throws Exception {
        System.out.println(InetSocketAddress.createUnresolved("example.org", 80));
        System.out.println(new ConnectException("refused") + " " + new BindException("taken"));
        System.out.println(StandardProtocolFamily.INET6 + " " + new Object());
        System.out.println(SSLContext.getDefault().getDefaultSSLParameters().getProtocols().length > 0);
        System.out.println(new Object());
    }
}
