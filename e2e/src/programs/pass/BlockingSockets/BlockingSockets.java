import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.net.ExtendedSocketOptions;

/** Sockets that block: lines to and fro, ends of one direction, time-outs, refused, reset and closed connections, options. */
public class BlockingSockets {
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();
    private static final AtomicInteger SERVED = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, HOST);
        System.out.println("listening " + server);
        Thread acceptor = new Thread(() -> serve(server), "acceptor");
        acceptor.start();
        talk(server.getLocalPort());
        halfClosed(server.getLocalPort());
        options(server.getLocalPort());
        timeouts(server.getLocalPort());
        resets(server.getLocalPort());
        server.close();
        acceptor.join();
        refused();
        acceptTimeout();
        closedWhileReading();
        System.out.println("served " + SERVED);
    }

    private static void serve(ServerSocket server) {
        while (true) {
            try {
                Socket socket = server.accept();
                System.out.println("accepted from " + socket.getRemoteSocketAddress());
                new Thread(() -> answer(socket), "answer-" + SERVED.incrementAndGet()).start();
            } catch (SocketException e) {
                System.out.println("no more: " + e.getMessage());
                return;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void answer(Socket socket) {
        try (socket) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            OutputStream out = socket.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write((line.length() + " " + line.toUpperCase() + "\n").getBytes(StandardCharsets.UTF_8));
            }
            out.write("bye\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            System.out.println("answering ended: " + e.getMessage());
        }
    }

    private static void talk(int port) throws IOException {
        try (Socket socket = new Socket(HOST, port)) {
            System.out.println("talking " + socket);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            for (int i = 0; i < 20; i++) {
                String line = "line " + i + " at " + System.nanoTime() + "\n";
                socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
                System.out.println(in.readLine());
            }
        }
    }

    private static void halfClosed(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(HOST, port), 5000);
            socket.getOutputStream().write("x".repeat(100_000).getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            byte[] all = socket.getInputStream().readAllBytes();
            System.out.println("half closed, got " + all.length + " " + new String(all, all.length - 4, 3));
        }
    }

    private static void options(int port) throws IOException {
        try (Socket socket = new Socket(HOST, port)) {
            socket.setTcpNoDelay(true);
            socket.setSoLinger(true, 3);
            socket.setKeepAlive(true);
            socket.setReceiveBufferSize(20_000);
            System.out.println(socket.getTcpNoDelay() + " " + socket.getSoLinger() + " " + socket.getKeepAlive() + " "
                    + socket.getReceiveBufferSize() + " " + socket.getSendBufferSize() + " " + socket.getTrafficClass()
                    + " " + socket.getOption(StandardSocketOptions.SO_REUSEADDR));
            socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 77);
            System.out.println(socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE) + " s, "
                    + socket.getOption(ExtendedSocketOptions.TCP_QUICKACK) + ", "
                    + socket.getInputStream().available() + " available");
        }
    }

    private static void timeouts(int port) throws IOException {
        try (Socket socket = new Socket(HOST, port)) {
            socket.setSoTimeout(50);
            InputStream in = socket.getInputStream();
            try {
                System.out.println("read " + in.read());
            } catch (SocketTimeoutException e) {
                System.out.println(e);
            }
            socket.getOutputStream().write("late\n".getBytes(StandardCharsets.UTF_8));
            socket.setSoTimeout(5000);
            byte[] answer = in.readNBytes(7);
            System.out.print(new String(answer, StandardCharsets.UTF_8));
        }
    }

    private static void resets(int port) throws IOException {
        Socket socket = new Socket(HOST, port);
        socket.getOutputStream().write("part of a li".getBytes(StandardCharsets.UTF_8));
        socket.setSoLinger(true, 0);
        socket.close();
        try {
            socket.getOutputStream();
        } catch (SocketException e) {
            System.out.println(e);
        }
    }

    private static void refused() throws IOException {
        int port;
        try (ServerSocket unused = new ServerSocket(0, 1, HOST)) {
            port = unused.getLocalPort();
        }
        try (Socket socket = new Socket(HOST, port)) {
            System.out.println("connected to " + socket);
        } catch (ConnectException e) {
            System.out.println(e);
        }
    }

    private static void acceptTimeout() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, HOST)) {
            server.setSoTimeout(30);
            try {
                server.accept();
            } catch (SocketTimeoutException e) {
                System.out.println(e);
            }
        }
    }

    private static void closedWhileReading() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, HOST)) {
            Socket client = new Socket(HOST, server.getLocalPort());
            Socket accepted = server.accept();
            Thread reader = new Thread(
                    () -> {
                        try {
                            System.out.println("read " + client.getInputStream().read());
                        } catch (IOException e) {
                            System.out.println("reader saw " + e);
                        }
                    },
                    "reader");
            reader.start();
            Thread.sleep(100);
            client.close();
            reader.join();
            System.out.println("other side " + accepted.getInputStream().read());
        }
    }
}
