package dev.hindsight.bench.subject;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32;

/** Asks a server of this machine for one page after the other, over one connection. */
final class WebClient implements AutoCloseable {
    static final String HOST = "127.0.0.1";

    private static final int HEX = 16;

    private final Socket socket;
    private final InputStream in;

    WebClient(int port) throws IOException {
        socket = new Socket(HOST, port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** The checksum of a page. */
    long get(String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: " + HOST + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String status = line();
        if (!status.contains(" 200")) {
            throw new IOException("the server answered '" + status + "'");
        }
        int length = -1;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        CRC32 checksum = new CRC32();
        if (length >= 0) {
            checksum.update(bytes(length));
        } else {
            for (int size = chunk(); size > 0; size = chunk()) {
                checksum.update(bytes(size));
                line();
            }
            line();
        }
        return checksum.getValue();
    }

    private int chunk() throws IOException {
        return Integer.parseInt(line(), HEX);
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the server stopped in the middle of a page");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
