package dev.hindsight.bench.subject;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.zip.CRC32;

/** Fetches data from {@link Source}, with the JDK's HTTP client; the scale is MiB, behind it comes the port. */
public final class Download {
    private static final int BUFFER_BYTES = 1 << 16;

    private Download() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        fetch(arguments[1], arguments[0]);
    }

    static void fetch(String port, String path) throws IOException, InterruptedException {
        URI address = URI.create("http://" + WebClient.HOST + ":" + port + "/" + path);
        CRC32 checksum = new CRC32();
        long total = 0;
        HttpClient client = HttpClient.newHttpClient();
        try (InputStream in = client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofInputStream())
                .body()) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                checksum.update(buffer, 0, count);
                total += count;
            }
        }
        System.out.println("download " + total + " " + checksum.getValue());
    }
}
