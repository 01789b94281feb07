import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.channels.Selector;

/** Threads that wait for the outside again and again, for a time each, beside one that sleeps: its time passes, too. */
public class SleepBesideSelects {
    private static volatile boolean stop;
    private static int selects;
    private static int accepts;

    public static void main(String[] args) throws Exception {
        try (Selector selector = Selector.open();
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread selecting = new Thread(() -> select(selector));
            Thread accepting = new Thread(() -> accept(server));
            selecting.start();
            accepting.start();
            Thread.sleep(200);
            stop = true;
            selecting.join();
            accepting.join();
        }
        System.out.println(selects < 100 && accepts < 100 ? "in time" : "late: " + selects + " " + accepts);
    }

    private static void select(Selector selector) {
        while (!stop) {
            try {
                selector.select(20);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            selects++;
        }
    }

    private static void accept(ServerSocket server) {
        while (!stop) {
            try {
                server.setSoTimeout(15);
                server.accept();
            } catch (SocketTimeoutException e) {
                accepts++;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
