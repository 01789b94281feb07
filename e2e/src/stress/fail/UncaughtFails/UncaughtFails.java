// exit 1
/** The main thread fails while others run on; the exit code is that of main. */
public class UncaughtFails {
    private static volatile int counter;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            int number = i;
            new Thread(() -> {
                        while (counter < 200_000) {
                            counter++;
                        }
                        System.out.println(number + " ended at " + counter);
                    })
                    .start();
        }
        Thread.sleep(1);
        throw new IllegalStateException("main fails");
    }
}
