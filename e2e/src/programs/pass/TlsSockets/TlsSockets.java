import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HexFormat;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Both sides of encrypted connections: by sockets with two versions of the protocol, by HTTP, and one that is not trusted. */
public class TlsSockets {
    /** A client whose facade is collected ends, and when that is differs from run to run. */
    private static HttpClient client;

    public static void main(String[] args) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(Path.of("keys.p12"))) {
            keys.load(in, "changeit".toCharArray());
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, "changeit".toCharArray());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore others = KeyStore.getInstance("PKCS12");
        others.load(null, null);
        others.setCertificateEntry("test", keys.getCertificate("test"));
        trusted.init(others);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        sockets(context, context, "TLSv1.3");
        sockets(context, context, "TLSv1.2");
        sockets(context, SSLContext.getDefault(), "TLSv1.3");
        http(context);
    }

    private static void sockets(SSLContext here, SSLContext there, String version) throws Exception {
        try (SSLServerSocket server = (SSLServerSocket)
                here.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread echo = new Thread(() -> echo(server), "echo");
            echo.start();
            try (SSLSocket socket = (SSLSocket)
                    there.getSocketFactory().createSocket(server.getInetAddress(), server.getLocalPort())) {
                socket.setEnabledProtocols(new String[] {version});
                OutputStream out = socket.getOutputStream();
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                for (int i = 0; i < 3; i++) {
                    out.write(("line " + i + "\n").getBytes(StandardCharsets.UTF_8));
                    System.out.println(in.readLine());
                }
                System.out.println(socket.getSession().getProtocol() + " " + socket.getSession().getCipherSuite() + " "
                        + HexFormat.of().formatHex(socket.getSession().getId()));
            } catch (SSLException e) {
                System.out.println("client: " + e.getClass().getSimpleName());
            }
            echo.join();
        }
    }

    private static void echo(SSLServerSocket server) {
        try (SSLSocket socket = (SSLSocket) server.accept()) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                socket.getOutputStream().write((line + " again\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            System.out.println("server: " + e.getClass().getSimpleName());
        }
    }

    private static void http(SSLContext context) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(("secret " + System.nanoTime()).getBytes(StandardCharsets.UTF_8));
            }
        });
        server.start();
        client = HttpClient.newBuilder().sslContext(context).build();
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("https://localhost:" + server.getAddress().getPort() + "/"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            System.out.println(answer.statusCode() + " " + answer.body() + " " + answer.version());
        }
        server.stop(0);
    }
}
