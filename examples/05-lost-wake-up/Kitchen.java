import java.util.ArrayList;
import java.util.List;

/** A waiter carries each dish away that the cook puts on the counter; there is room for one. */
public class Kitchen {
    private static final int DISHES = 20;

    private final List<String> served = new ArrayList<>();
    private volatile String counter;

    public static void main(String[] args) {
        Kitchen kitchen = new Kitchen();
        new Thread(kitchen::cook, "cook").start();
        new Thread(kitchen::serve, "waiter").start();
    }

    private void cook() {
        for (int dish = 1; dish <= DISHES; dish++) {
            while (counter != null) {
                awaitBell();
            }
            counter = "dish " + dish;
            ringBell();
        }
    }

    private void serve() {
        for (int dish = 1; dish <= DISHES; dish++) {
            while (counter == null) {
                awaitBell();
            }
            served.add(counter);
            counter = null;
            ringBell();
        }
    }

    private synchronized void awaitBell() {
        try {
            wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized void ringBell() {
        notifyAll();
    }
}
