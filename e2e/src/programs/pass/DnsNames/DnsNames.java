import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Hashtable;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.Attributes;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;

/** JNDI asks a name server, which answers, knows of nothing or keeps silent. */
public class DnsNames {
    private static final byte[] HOST = {127, 0, 0, 1};
    private static final int ADDRESS = 1;
    private static final int MAIL = 15;
    private static final int TEXT = 16;
    private static final int ALL = 255;

    public static void main(String[] args) throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByAddress(HOST))) {
            Thread server = new Thread(() -> serve(socket), "name server");
            server.setDaemon(true);
            server.start();
            Hashtable<String, String> settings = new Hashtable<>();
            settings.put("java.naming.factory.initial", "com.sun.jndi.dns.DnsContextFactory");
            settings.put("java.naming.provider.url", "dns://127.0.0.1:" + socket.getLocalPort());
            settings.put("com.sun.jndi.dns.timeout.initial", "100");
            settings.put("com.sun.jndi.dns.timeout.retries", "2");
            ask(new InitialDirContext(settings));
        }
    }

    private static void ask(DirContext names) throws NamingException {
        show(names, "www.test.example", "A");
        show(names, "test.example", "A", "MX", "TXT");
        show(names, "missing.test.example", "A");
        show(names, "silent.test.example", "A");
        show(names, "www.test.example", "A");
        names.close();
    }

    private static void show(DirContext names, String name, String... types) {
        try {
            Attributes found = names.getAttributes(name, types);
            if (found.size() != types.length) {
                throw new IllegalStateException(name + " has " + found);
            }
            for (Attribute each : Collections.list(found.getAll())) {
                System.out.println(name + " " + each.getID() + " " + Collections.list(each.getAll()));
            }
        } catch (NamingException e) {
            System.out.println(name + ": " + e.getClass().getSimpleName() + " " + e.getMessage() + " " + e.getRootCause());
        }
    }

    private static void serve(DatagramSocket socket) {
        byte[] buffer = new byte[512];
        while (true) {
            DatagramPacket query = new DatagramPacket(buffer, buffer.length);
            try {
                socket.receive(query);
                byte[] answer = answer(buffer);
                if (answer.length > 0) {
                    socket.send(new DatagramPacket(answer, answer.length, query.getSocketAddress()));
                }
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static byte[] answer(byte[] query) throws IOException {
        StringBuilder name = new StringBuilder();
        int at = 12;
        for (; query[at] != 0; at += 1 + query[at]) {
            name.append(new String(query, at + 1, query[at], StandardCharsets.US_ASCII)).append('.');
        }
        int type = query[at + 2] & 255;
        if (name.toString().startsWith("silent")) {
            return new byte[0];
        }
        int[] found = name.toString().startsWith("missing")
                ? new int[0]
                : type == ALL ? new int[] {ADDRESS, MAIL, TEXT} : new int[] {type};
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(query, 0, 2);
        out.writeShort(found.length == 0 ? 0x8583 : 0x8580);
        out.writeShort(1);
        out.writeShort(found.length);
        out.writeInt(0);
        out.write(query, 12, at + 5 - 12);
        for (int each : found) {
            out.writeShort(0xc00c);
            out.writeShort(each);
            out.writeShort(1);
            out.writeInt(60);
            byte[] content = content(each);
            out.writeShort(content.length);
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] content(int type) {
        String text = "asked at " + System.nanoTime();
        return switch (type) {
            case ADDRESS -> new byte[] {10, 0, 0, (byte) (System.nanoTime() & 127)};
            case MAIL -> new byte[] {0, 5, 4, 'm', 'a', 'i', 'l', 0};
            case TEXT -> ((char) text.length() + text).getBytes(StandardCharsets.US_ASCII);
            default -> throw new IllegalStateException("Asked for type " + type);
        };
    }
}
