import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Timers and executors that nobody refers to any more: the JDK ends their threads when the collector finds that out. */
public class LostExecutors {
    private static void useExecutor(int round) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        System.out.println(executor.submit(() -> "task " + round + " in " + Thread.currentThread().getName()).get());
    }

    private static void useTimer(int round) {
        new Timer("timer " + round).schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println("timed " + round);
            }
        }, 1);
    }

    private static int countPools() {
        int count = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("pool") || thread.getName().startsWith("timer")) {
                count++;
            }
        }
        return count;
    }

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 4; round++) {
            useExecutor(round);
            useTimer(round);
            Thread.sleep(5);
            int looks = 0;
            for (; countPools() > 0 && looks < 1000; looks++) {
                System.gc();
                Thread.sleep(1);
            }
            System.out.println("after " + looks + " looks: " + countPools());
        }
        // Its thread keeps the program alive until the collector finds it.
        new Timer("last");
        System.gc();
        System.out.println("end of main");
    }
}
