import java.io.IOException;
import java.nio.channels.Selector;

/** Daemons come back from natives while the program ends; some take part in the last choices and never run again. */
public class DaemonsAtTheEnd {
    private static int order;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 6; i++) {
            int number = i;
            Thread daemon = new Thread(() -> select(number));
            daemon.setDaemon(true);
            daemon.start();
        }
        for (int i = 0; i < 20; i++) {
            Thread.sleep(1);
            Thread.yield();
        }
        System.out.println(order);
    }

    private static void select(int number) {
        try (Selector selector = Selector.open()) {
            while (true) {
                selector.select(1 + number % 2);
                order = order * 31 + number;
                Thread.yield();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
