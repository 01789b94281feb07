import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** Two timers with tasks once, again and again, and cancelled. */
public class Timers {
    private static final StringBuffer ORDER = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        Timer one = new Timer("one", true);
        Timer two = new Timer("two");
        CountDownLatch ticks = new CountDownLatch(8);
        one.scheduleAtFixedRate(task("a", ticks), 1, 2);
        two.schedule(task("b", ticks), 2, 3);
        TimerTask cancelled = task("never", ticks);
        two.schedule(cancelled, 1_000);
        cancelled.cancel();
        one.schedule(task("once", ticks), 3);
        ticks.await();
        one.cancel();
        two.cancel();
        System.out.println(ORDER + " " + one.purge() + " " + two.purge());
    }

    private static TimerTask task(String name, CountDownLatch ticks) {
        return new TimerTask() {
            @Override
            public void run() {
                ORDER.append(name)
                        .append(System.nanoTime() - scheduledExecutionTime() % 7)
                        .append(' ');
                ticks.countDown();
            }
        };
    }
}
