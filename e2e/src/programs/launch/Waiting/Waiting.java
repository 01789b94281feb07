/** Says that it is ready and then works until somebody ends it. */
public class Waiting {
    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook at " + System.nanoTime())));
        }
        System.out.println("ready");
        for (int i = 0; i < 100_000; i++) {
            System.out.println(i + " " + System.nanoTime());
            Thread.sleep(20);
        }
    }
}
