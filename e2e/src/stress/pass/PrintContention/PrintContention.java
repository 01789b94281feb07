import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** Many threads print to the same streams. */
public class PrintContention {
    public static void main(String[] args) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream shared = new PrintStream(bytes, true);
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 30; k++) {
                    System.out.print(number + "." + k + " ");
                    shared.printf("%d-%d ", number, k);
                    if (k % 10 == number) {
                        System.out.println();
                        Thread.yield();
                    }
                    System.err.print(number);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.err.println();
        System.out.println(bytes);
    }
}
