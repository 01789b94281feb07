// exit 9
/** Exits with one code; the hook halts with another. */
public class HaltInHook {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook at " + System.nanoTime());
            Runtime.getRuntime().halt(9);
        }));
        System.out.println("exit at " + System.nanoTime());
        System.exit(2);
    }
}
