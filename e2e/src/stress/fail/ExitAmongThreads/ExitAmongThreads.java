// exit 7
/** One of several threads ends the program while the others run. */
public class ExitAmongThreads {
    private static volatile int counter;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            int number = i;
            new Thread(() -> count(number)).start();
        }
        Thread.sleep(60_000);
    }

    private static void count(int number) {
        while (true) {
            int now = ++counter;
            if (now % 50_000 == 0) {
                System.out.println(number + " at " + now);
            }
            if (now >= 300_000) {
                System.out.println(number + " ends it");
                System.exit(7);
            }
        }
    }
}
