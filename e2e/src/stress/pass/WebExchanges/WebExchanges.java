import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server of the JDK, and its two clients: objects with finalizers, pools, selectors and cleaners meet. */
public class WebExchanges {
    private static int order;

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        server.setExecutor(pool);
        server.createContext("/", WebExchanges::answer);
        server.start();
        String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/?";
        HttpClient client = HttpClient.newHttpClient();
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address + i)).build();
            answers.add(client.sendAsync(request, BodyHandlers.ofString()).thenApply(answer -> answer.body()));
        }
        for (int i = 6; i < 9; i++) {
            System.out.println(new String(URI.create(address + i).toURL().openStream().readAllBytes()));
        }
        for (CompletableFuture<String> answer : answers) {
            System.out.println(answer.get());
        }
        server.stop(0);
        pool.shutdown();
        System.out.println(order);
        System.exit(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        order = order * 31 + query.hashCode();
        byte[] bytes = (query + " " + Thread.currentThread().getName() + " " + System.nanoTime()).getBytes();
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
