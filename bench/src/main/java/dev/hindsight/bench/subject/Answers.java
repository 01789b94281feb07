package dev.hindsight.bench.subject;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** The JDK's own web server answers short questions of two clients in the same JVM; the scale is thousands of questions. */
public final class Answers {
    private static final int ANSWER_BYTES = 512;

    private Answers() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        // Or it waits for 40 ms before each answer.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService pool = Executors.newFixedThreadPool(Team.THREADS);
        server.setExecutor(pool);
        server.createContext("/", Answers::answer);
        server.start();
        int port = server.getAddress().getPort();
        AtomicLong sum = new AtomicLong();
        Team.divide(1000 * Integer.parseInt(arguments[0]), (from, to) -> {
            try (WebClient client = new WebClient(port)) {
                for (int i = from; i < to; i++) {
                    sum.addAndGet(client.get("/" + i));
                }
            }
        });
        server.stop(0);
        pool.shutdown();
        System.out.println("answers " + sum);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] answer = new byte[ANSWER_BYTES];
            int number = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
            for (int i = 0; i < answer.length; i++) {
                answer[i] = (byte) (number * i >>> 3);
            }
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }
}
