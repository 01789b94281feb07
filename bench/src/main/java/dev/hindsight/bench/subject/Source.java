package dev.hindsight.bench.subject;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Serves data that does not compress: as many MiB as the path says, and no more of them in a second than it says behind that.
 * Prints its port, and ends when its standard input does.
 */
public final class Source {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final long SECOND_NANOS = 1_000_000_000;

    private Source() {}

    public static void main(String[] arguments) throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        new Random(20).nextBytes(block);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> serve(exchange, block));
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // Nothing is expected.
        }
        server.stop(0);
    }

    private static void serve(HttpExchange exchange, byte[] block) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/");
        int blocks = Integer.parseInt(path[1]);
        long pause = path.length > 2 ? SECOND_NANOS / Integer.parseInt(path[2]) : 0;
        long start = System.nanoTime();
        exchange.sendResponseHeaders(200, (long) blocks * block.length);
        try (OutputStream out = exchange.getResponseBody()) {
            for (int i = 0; i < blocks; i++) {
                out.write(block);
                LockSupport.parkNanos(start + (i + 1) * pause - System.nanoTime());
            }
        }
    }
}
