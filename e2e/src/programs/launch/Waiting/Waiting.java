/**
 * Says that it is ready and then works until somebody ends it. With a hook it works slowly: two threads that print at the
 * same time need the order of locks, which is not recorded yet.
 */
public class Waiting {
    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook at " + System.nanoTime())));
        }
        System.out.println("ready");
        for (int i = 0; i < 100_000; i++) {
            System.out.println(i + " " + System.nanoTime());
            Thread.sleep(args.length > 0 ? 150 : 20);
        }
    }
}
