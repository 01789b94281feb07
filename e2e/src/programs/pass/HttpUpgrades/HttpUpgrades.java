import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/** The JDK's client speaks HTTP/2 and WebSocket with a server that knows just enough of both. */
public class HttpUpgrades {
    /** A client whose facade is collected ends, and when that is differs from run to run. */
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            start(server, HttpUpgrades::answerHttp2);
            http2(server.getLocalPort());
        }
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            start(server, HttpUpgrades::answerWebSocket);
            webSocket(server.getLocalPort());
        }
    }

    private interface Answer {
        void to(Socket socket) throws IOException, GeneralSecurityException;
    }

    private static void start(ServerSocket server, Answer answer) {
        Thread thread = new Thread(() -> {
            try (Socket socket = server.accept()) {
                answer.to(socket);
            } catch (IOException | GeneralSecurityException e) {
                System.out.println("server: " + e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** The head of a request, up to the empty line. */
    private static String readHead(DataInputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
            head.write(in.readUnsignedByte());
        }
        return head.toString(StandardCharsets.US_ASCII);
    }

    private static void frame(OutputStream out, int type, int flags, int stream, byte[] content) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + content.length);
        frame.put((byte) 0).putShort((short) content.length).put((byte) type).put((byte) flags).putInt(stream);
        out.write(frame.put(content).array());
    }

    private static void answerHttp2(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream();
        System.out.println("upgrade asked for: " + readHead(in).contains("Upgrade: h2c"));
        out.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        frame(out, 4, 0, 0, new byte[0]);
        in.readNBytes(24);
        byte[] ok = {(byte) 0x88};
        frame(out, 1, 4, 1, ok);
        frame(out, 0, 1, 1, "first".getBytes(StandardCharsets.US_ASCII));
        while (true) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            in.readNBytes(length);
            if (type == 7) {
                return;
            }
            if (type == 4 && flags == 0) {
                frame(out, 4, 1, 0, new byte[0]);
            } else if (type == 1) {
                frame(out, 1, 4, stream, ok);
                frame(out, 0, 1, stream, ("stream " + stream).getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    private static void http2(int port) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/")).build();
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
            System.out.println(answer.version() + " " + answer.statusCode() + " " + answer.body());
        }
    }

    private static void answerWebSocket(Socket socket) throws IOException, GeneralSecurityException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream();
        String key = readHead(in).replaceAll("(?s).*Sec-WebSocket-Key: (\\S+).*", "$1");
        byte[] digest = MessageDigest.getInstance("SHA-1")
                .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
        out.write(("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(digest) + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        while (true) {
            int kind = in.readUnsignedByte();
            int length = in.readUnsignedByte() & 127;
            byte[] mask = in.readNBytes(4);
            byte[] content = in.readNBytes(length);
            for (int i = 0; i < length; i++) {
                content[i] ^= mask[i % 4];
            }
            out.write(ByteBuffer.allocate(2 + length).put((byte) kind).put((byte) length).put(content).array());
            if ((kind & 15) == 8) {
                return;
            }
        }
    }

    private static void webSocket(int port) throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        WebSocket socket = CLIENT.newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + port + "/"), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
                        System.out.println("text " + text);
                        from.request(1);
                        return null;
                    }

                    @Override
                    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
                        System.out.println("closed " + code + " " + reason);
                        closed.countDown();
                        return null;
                    }
                })
                .join();
        for (int i = 0; i < 3; i++) {
            socket.sendText("message " + i, true).join();
        }
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "enough").join();
        closed.await();
    }
}
