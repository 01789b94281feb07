package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.sun.net.httpserver.HttpServer;
import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a program talked to may be gone, or somebody else: its replay opens no port, sends no packet and starts no process. */
@Execution(ExecutionMode.CONCURRENT)
class GoneTest {
    /** Of the loopback interface, and not the one whose ports everybody else takes. */
    private static final String HOST = "127.0.77.1";

    private static final String CLIENT =
            """
            import java.net.*;
            import java.net.http.*;
            import java.time.Duration;

            public class Client {
                static final HttpClient HTTP = HttpClient.newHttpClient();

                public static void main(String[] args) throws Exception {
                    InetAddress host = InetAddress.getByName(args[0]);
                    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + args[0] + ":" + args[1] + "/"))
                            .timeout(Duration.ofSeconds(10))
                            .POST(HttpRequest.BodyPublishers.ofString("question"))
                            .build();
                    System.out.println(HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body());
                    try (Socket socket = new Socket(host, Integer.parseInt(args[2]))) {
                        socket.setSoTimeout(10_000);
                        socket.getOutputStream().write(1);
                        System.out.println(new String(socket.getInputStream().readAllBytes()));
                    }
                    try (DatagramSocket socket = new DatagramSocket(0, host)) {
                        socket.setSoTimeout(10_000);
                        socket.send(new DatagramPacket(new byte[9], 9, host, Integer.parseInt(args[3])));
                        DatagramPacket answer = new DatagramPacket(new byte[99], 99);
                        socket.receive(answer);
                        System.out.println(new String(answer.getData(), 0, answer.getLength()));
                    }
                }
            }
            """;

    private static final String LISTENING =
            """
            import java.net.*;

            public class Listening {
                public static void main(String[] args) throws Exception {
                    InetAddress host = InetAddress.getByName(args[0]);
                    int port = Integer.parseInt(args[1]);
                    try (ServerSocket server = new ServerSocket(port, 1, host);
                            Socket client = new Socket(host, port);
                            Socket accepted = server.accept()) {
                        client.getOutputStream().write(7);
                        System.out.println(accepted.getInputStream().read() + " from " + accepted.getRemoteSocketAddress());
                    }
                    try (DatagramSocket socket = new DatagramSocket(port, host)) {
                        socket.send(new DatagramPacket(new byte[9], 9, host, port));
                        DatagramPacket packet = new DatagramPacket(new byte[99], 99);
                        socket.receive(packet);
                        System.out.println(packet.getLength() + " from " + packet.getSocketAddress() + " " + System.nanoTime());
                    }
                }
            }
            """;

    private static final String STARTING =
            """
            public class Starting {
                public static void main(String[] args) throws Exception {
                    String script = "echo started $$ >> '" + args[0] + "'; echo $$";
                    Process piped = new ProcessBuilder("/bin/sh", "-c", script).start();
                    System.out.println(piped.waitFor() + " " + new String(piped.getInputStream().readAllBytes()));
                    System.out.println(Runtime.getRuntime().exec(new String[] {"/bin/sh", "-c", script}).waitFor());
                    ProcessBuilder unseen = new ProcessBuilder("/bin/sh", "-c", script + " > /dev/null").inheritIO();
                    System.out.println(unseen.start().waitFor());
                }
            }
            """;

    @TempDir
    static Path directory;

    private interface Check {
        void run(Workbench bench, Jdk jdk) throws Exception;
    }

    private static Stream<DynamicTest> onEachJdk(Check check) throws IOException {
        return Jdk.find().stream()
                .map(jdk -> dynamicTest("JDK " + jdk.version(), () -> {
                    check.run(new Workbench(Files.createTempDirectory(directory, "jdk" + jdk.feature())), jdk);
                }));
    }

    /** Answers over HTTP, to whoever connects, and to packets. */
    private static final class Server implements AutoCloseable {
        private final HttpServer http;
        private final ServerSocket streams;
        private final DatagramSocket packets;

        Server() throws IOException {
            InetAddress host = InetAddress.getByName(HOST);
            this.http = HttpServer.create(new InetSocketAddress(host, 0), 0);
            this.streams = new ServerSocket(0, 5, host);
            this.packets = new DatagramSocket(0, host);
            http.createContext("/", exchange -> {
                exchange.getRequestBody().readAllBytes();
                byte[] answer = answer("page");
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            });
            http.start();
            new Thread(() -> untilClosed(this::answerStream)).start();
            new Thread(() -> untilClosed(this::answerPacket)).start();
        }

        List<String> ports() {
            return Stream.of(http.getAddress().getPort(), streams.getLocalPort(), packets.getLocalPort())
                    .map(String::valueOf)
                    .toList();
        }

        private static byte[] answer(String kind) {
            return ("a " + kind + " of " + System.nanoTime()).getBytes(StandardCharsets.UTF_8);
        }

        private void answerStream() throws IOException {
            try (Socket socket = streams.accept()) {
                socket.getInputStream().read();
                socket.getOutputStream().write(answer("stream"));
            }
        }

        private void answerPacket() throws IOException {
            DatagramPacket question = new DatagramPacket(new byte[99], 99);
            packets.receive(question);
            byte[] answer = answer("packet");
            packets.send(new DatagramPacket(answer, answer.length, question.getSocketAddress()));
        }

        private interface Service {
            void run() throws IOException;
        }

        private static void untilClosed(Service service) {
            try {
                while (true) {
                    service.run();
                }
            } catch (SocketException closed) {
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            http.stop(0);
            streams.close();
            packets.close();
        }
    }

    /** Holds a port and notices whatever comes there; the system completes connections, so nobody has to accept in time. */
    private static final class Canary implements AutoCloseable {
        private final ServerSocketChannel streams = ServerSocketChannel.open();
        private final DatagramChannel packets = DatagramChannel.open();

        Canary(String port) throws IOException {
            InetSocketAddress address = new InetSocketAddress(HOST, Integer.parseInt(port));
            streams.bind(address).configureBlocking(false);
            packets.bind(address).configureBlocking(false);
        }

        void requireSilence() throws IOException {
            assertThat(streams.accept()).as("a connection").isNull();
            assertThat(packets.receive(ByteBuffer.allocate(100))).as("a packet").isNull();
        }

        @Override
        public void close() throws IOException {
            streams.close();
            packets.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> serversAreNotAskedAgain() throws IOException {
        return onEachJdk((bench, jdk) -> {
            List<String> ports;
            Result recorded;
            try (Server server = new Server()) {
                ports = server.ports();
                recorded = record(bench, jdk, "Client", CLIENT, HOST, ports.get(0), ports.get(1), ports.get(2));
            }
            assertThat(out(recorded)).contains("a page of ", "a stream of ", "a packet of ");
            requireFaithful(bench, recorded);
            try (Canary http = new Canary(ports.get(0));
                    Canary streams = new Canary(ports.get(1));
                    Canary packets = new Canary(ports.get(2))) {
                requireFaithful(bench, recorded);
                http.requireSilence();
                streams.requireSilence();
                packets.requireSilence();
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> portsAreNotOpenedAgain() throws IOException {
        return onEachJdk((bench, jdk) -> {
            String port;
            try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
                port = String.valueOf(unused.getLocalPort());
            }
            Result recorded = record(bench, jdk, "Listening", LISTENING, HOST, port);
            assertThat(out(recorded)).contains("7 from ", "9 from /" + HOST + ":" + port);
            try (Canary held = new Canary(port)) {
                requireFaithful(bench, recorded);
                held.requireSilence();
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> processesAreNotStartedAgain() throws IOException {
        return onEachJdk((bench, jdk) -> {
            Path marker = bench.path("marker").toAbsolutePath();
            Result recorded = record(bench, jdk, "Starting", STARTING, marker.toString());
            String left = Files.readString(marker);
            assertThat(left.lines()).hasSize(3).allMatch(line -> line.startsWith("started "));
            requireFaithful(bench, recorded);
            assertThat(marker).hasContent(left);
            Files.delete(marker);
            requireFaithful(bench, recorded);
            assertThat(marker).doesNotExist();
        });
    }

    private static Result record(Workbench bench, Jdk jdk, String name, String text, String... arguments)
            throws Exception {
        Result recorded = bench.record(bench.path("recording"), bench.program(jdk, List.of(), name, text, arguments));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        return recorded;
    }

    private static void requireFaithful(Workbench bench, Result recorded) throws Exception {
        assertThat(out(bench.requireFaithful(bench.path("recording")))).isEqualTo(out(recorded));
    }
}
