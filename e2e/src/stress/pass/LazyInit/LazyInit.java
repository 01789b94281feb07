/** Double-checked locking beside an initialisation that forgets to lock. */
public class LazyInit {
    private static final int ROUNDS = 40;
    private static final Object LOCK = new Object();
    private static final LazyInit[] BROKEN = new LazyInit[ROUNDS];
    private static volatile LazyInit checked;
    private static int made;
    private final int number;

    private LazyInit() {
        number = ++made;
        for (int i = 0; i < 5_000; i++) {
            made += i % 2 == 0 ? 1 : -1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> use(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(made + " were made for " + (ROUNDS + 1));
    }

    private static void use(int number) {
        long hash = 0;
        for (int i = 0; i < ROUNDS; i++) {
            if (BROKEN[i] == null) {
                BROKEN[i] = new LazyInit();
            }
            hash = hash * 31 + BROKEN[i].number + checked().number;
        }
        System.out.println(number + " " + hash);
    }

    private static LazyInit checked() {
        if (checked == null) {
            synchronized (LOCK) {
                if (checked == null) {
                    checked = new LazyInit();
                }
            }
        }
        return checked;
    }
}
