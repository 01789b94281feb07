/** Hooks run beside each other and beside threads that have not ended. */
public class ShutdownHooks {
    private static final StringBuffer ORDER = new StringBuffer();
    private static volatile long counter;

    public static void main(String[] args) throws InterruptedException {
        Thread daemon = new Thread(() -> {
            while (true) {
                counter++;
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        for (int i = 0; i < 3; i++) {
            int number = i;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> run(number)));
        }
        Thread.sleep(3);
        System.out.println("main ends at " + counter);
    }

    private static void run(int number) {
        for (int i = 0; i < 20; i++) {
            ORDER.append(number);
            Thread.yield();
        }
        try {
            Thread.sleep(number);
        } catch (InterruptedException e) {
            System.out.println(e);
        }
        System.out.println("hook " + number + " " + ORDER + " " + counter);
    }
}
