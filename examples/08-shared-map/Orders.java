import java.util.HashMap;
import java.util.Map;

public class Orders {
    private static final int EACH = 200;
    private final Map<Integer, String> open = new HashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Orders orders = new Orders();
        Thread shop = new Thread(() -> orders.take(0), "shop");
        Thread phone = new Thread(() -> orders.take(EACH), "phone");
        shop.start();
        phone.start();
        shop.join();
        phone.join();
        for (int number = 0; number < 2 * EACH; number++) {
            if (!orders.open.containsKey(number)) {
                throw new IllegalStateException("order " + number + " is lost");
            }
        }
    }

    private void take(int first) {
        for (int number = first; number < first + EACH; number++) {
            open.put(number, "order " + number);
        }
    }
}
