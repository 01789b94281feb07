import java.util.Arrays;
import java.util.Random;

/** Threads that end, each before the turn of one that computes so long that it is asked to let others run. */
public class EndsBeforeLongTurns {
    private static volatile boolean stop;
    private static long spins;

    public static void main(String[] args) throws InterruptedException {
        Thread spinner = new Thread(EndsBeforeLongTurns::spin);
        spinner.start();
        Random random = new Random(1);
        long sum = 0;
        for (int i = 0; i < 12; i++) {
            Thread brief = new Thread(() -> {});
            brief.start();
            brief.join();
            int[] numbers = random.ints(300_000).toArray();
            Arrays.sort(numbers);
            sum = sum * 31 + spins;
        }
        stop = true;
        spinner.join();
        System.out.println(sum + " " + spins);
    }

    private static void spin() {
        while (!stop) {
            spins++;
        }
    }
}
