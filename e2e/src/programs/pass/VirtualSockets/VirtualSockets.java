// jdk: 21+
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A server and clients whose threads are all virtual: they wait for sockets without a thread of the system. */
public class VirtualSockets {
    public static void main(String[] args) throws Exception {
        try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            ServerSocket server = new ServerSocket(0, 20, InetAddress.getLoopbackAddress());
            Future<Integer> served = tasks.submit(() -> serve(server, tasks));
            List<Future<String>> clients = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int number = i;
                clients.add(tasks.submit(() -> talk(server.getLocalPort(), number)));
            }
            for (Future<String> client : clients) {
                System.out.println(client.get());
            }
            server.close();
            System.out.println("served " + served.get());
        }
    }

    private static int serve(ServerSocket server, ExecutorService tasks) throws IOException {
        int count = 0;
        while (true) {
            try {
                Socket socket = server.accept();
                count++;
                tasks.submit(() -> answer(socket));
            } catch (SocketException e) {
                return count;
            }
        }
    }

    private static void answer(Socket socket) {
        try (socket) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Thread.sleep(1);
                out.println(line.toUpperCase() + " " + System.nanoTime() % 1000);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String talk(int port, int number) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 5; i++) {
                out.println("client " + number + " line " + i);
                all.append(in.readLine()).append("; ");
            }
            return all.toString();
        }
    }
}
