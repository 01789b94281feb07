import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** The JDK's client agrees on HTTP/2 by ALPN with a server that knows just enough of it. */
public class Http2OverTls {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int GO_AWAY = 7;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int ACKNOWLEDGED = 1;
    private static final byte[] OK = {(byte) 0x88};
    private static final int PREFACE = 24;

    /** A client whose facade is collected ends, and when that is differs from run to run. */
    private static HttpClient client;

    public static void main(String[] args) throws Exception {
        SSLContext context = context();
        try (SSLServerSocket server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            SSLParameters parameters = server.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            server.setSSLParameters(parameters);
            Thread thread = new Thread(() -> serve(server), "server");
            thread.setDaemon(true);
            thread.start();
            client = HttpClient.newBuilder().sslContext(context).build();
            ask(server.getLocalPort());
        }
    }

    private static SSLContext context() throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(Path.of("keys.p12"))) {
            keys.load(in, "changeit".toCharArray());
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, "changeit".toCharArray());
        KeyStore others = KeyStore.getInstance("PKCS12");
        others.load(null, null);
        others.setCertificateEntry("test", keys.getCertificate("test"));
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(others);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }

    private static void ask(int port) throws Exception {
        URI uri = URI.create("https://localhost:" + port + "/");
        show(client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()));
        List<CompletableFuture<HttpResponse<String>>> many = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            HttpRequest request = HttpRequest.newBuilder(uri.resolve("/" + i))
                    .POST(HttpRequest.BodyPublishers.ofString("x".repeat(1000 * i)))
                    .build();
            many.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> each : many) {
            show(each.get());
        }
    }

    private static void show(HttpResponse<String> answer) {
        System.out.println(answer.version() + " " + answer.statusCode() + " " + answer.body());
        if (answer.version() != HttpClient.Version.HTTP_2) {
            throw new IllegalStateException("They did not agree on HTTP/2");
        }
    }

    private static void serve(SSLServerSocket server) {
        try (SSLSocket socket = (SSLSocket) server.accept()) {
            socket.startHandshake();
            System.out.println("agreed on " + socket.getApplicationProtocol());
            answer(new DataInputStream(socket.getInputStream()), socket.getOutputStream());
        } catch (IOException e) {
            System.out.println("server: " + e);
        }
    }

    private static void answer(DataInputStream in, OutputStream out) throws IOException {
        in.readNBytes(PREFACE);
        frame(out, SETTINGS, 0, 0, new byte[0]);
        while (true) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            in.readNBytes(length);
            if (type == GO_AWAY) {
                return;
            }
            if (type == SETTINGS && flags == 0) {
                frame(out, SETTINGS, ACKNOWLEDGED, 0, new byte[0]);
            } else if ((type == HEADERS || type == DATA) && (flags & END_STREAM) != 0) {
                byte[] body = ("stream " + stream + " at " + System.nanoTime()).getBytes(StandardCharsets.US_ASCII);
                frame(out, HEADERS, END_HEADERS, stream, OK);
                frame(out, DATA, END_STREAM, stream, body);
            }
        }
    }

    private static void frame(OutputStream out, int type, int flags, int stream, byte[] content) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + content.length);
        frame.put((byte) 0).putShort((short) content.length).put((byte) type).put((byte) flags).putInt(stream);
        out.write(frame.put(content).array());
    }
}
