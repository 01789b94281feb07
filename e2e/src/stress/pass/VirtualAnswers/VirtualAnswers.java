// jdk: 21+
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Virtual threads serve each other over sockets that block; the first ones meet in the initialiser of what polls for them. */
public class VirtualAnswers {
    private static final int CLIENTS = 20;

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.submit(() -> accept(server, threads));
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int number = i;
                answers.add(threads.submit(() -> ask(server, number)));
            }
            for (Future<Integer> answer : answers) {
                System.out.println(answer.get());
            }
        }
    }

    private static Void accept(ServerSocket server, ExecutorService threads) throws IOException {
        for (int i = 0; i < CLIENTS; i++) {
            Socket socket = server.accept();
            threads.submit(() -> answer(socket));
        }
        return null;
    }

    private static Void answer(Socket accepted) throws IOException, InterruptedException {
        try (Socket socket = accepted) {
            int asked = socket.getInputStream().read();
            Thread.sleep(2);
            socket.getOutputStream().write(asked);
        }
        return null;
    }

    private static int ask(ServerSocket server, int number) throws IOException {
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            socket.getOutputStream().write(number);
            return socket.getInputStream().read();
        }
    }
}
