import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The JDK's own server and its two clients, one after the other and many at a time. */
public class HttpExchange {
    /** A client whose facade is collected ends, and when that is differs from run to run. */
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final AtomicInteger COUNT = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService workers = Executors.newFixedThreadPool(3);
        server.setExecutor(workers);
        server.createContext("/echo", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            byte[] answer = (exchange.getRequestMethod() + " " + body.length + " bytes, number "
                            + COUNT.incrementAndGet() + " at " + System.nanoTime())
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("X-Served-By", Thread.currentThread().getName());
            exchange.sendResponseHeaders(200, answer.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(answer);
            }
        });
        server.createContext("/slow", exchange -> {
            sleep(300);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        String base = "http://127.0.0.1:" + server.getAddress().getPort();
        System.out.println(base);
        oldClient(base);
        newClient(base);
        server.stop(0);
        workers.shutdown();
        nobodyThere(base);
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void oldClient(String base) throws IOException {
        for (int i = 0; i < 3; i++) {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(base + "/echo").toURL().openConnection();
            connection.setDoOutput(true);
            connection.getOutputStream().write(new byte[1000 * i]);
            try (InputStream in = connection.getInputStream()) {
                System.out.println(connection.getResponseCode() + " " + connection.getHeaderField("X-Served-By") + " "
                        + new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        HttpURLConnection missing =
                (HttpURLConnection) URI.create(base + "/nothing").toURL().openConnection();
        System.out.println(missing.getResponseCode());
    }

    private static void newClient(String base) throws Exception {
        HttpRequest one = HttpRequest.newBuilder(URI.create(base + "/echo"))
                .POST(HttpRequest.BodyPublishers.ofString("x".repeat(50_000)))
                .build();
        HttpResponse<String> answer = CLIENT.send(one, HttpResponse.BodyHandlers.ofString());
        System.out.println(answer.statusCode() + " " + answer.body());
        List<CompletableFuture<String>> many = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/echo?" + i)).build();
            many.add(CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(HttpResponse::body));
        }
        for (CompletableFuture<String> each : many) {
            System.out.println(each.get());
        }
        HttpRequest slow = HttpRequest.newBuilder(URI.create(base + "/slow"))
                .timeout(Duration.ofMillis(50))
                .build();
        try {
            CLIENT.send(slow, HttpResponse.BodyHandlers.discarding());
            System.out.println("not slow");
        } catch (HttpTimeoutException e) {
            System.out.println(e);
        }
    }

    private static void nobodyThere(String base) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/echo")).build();
        try {
            System.out.println(CLIENT.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            System.out.println(e);
        }
    }
}
