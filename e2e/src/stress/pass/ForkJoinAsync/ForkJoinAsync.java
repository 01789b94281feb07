import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;

/** A pool in the order of arrival, with blockers that let it have more threads. */
public class ForkJoinAsync {
    private static final class Pause implements ForkJoinPool.ManagedBlocker {
        private boolean done;

        @Override
        public boolean block() throws InterruptedException {
            Thread.sleep(2);
            done = true;
            return true;
        }

        @Override
        public boolean isReleasable() {
            return done;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(2, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
        StringBuffer order = new StringBuffer();
        List<ForkJoinTask<?>> tasks = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int number = i;
            tasks.add(pool.submit(() -> {
                if (number % 3 == 0) {
                    try {
                        ForkJoinPool.managedBlock(new Pause());
                    } catch (InterruptedException e) {
                        order.append(e);
                    }
                }
                order.append(number).append(' ');
            }));
        }
        tasks.forEach(ForkJoinTask::join);
        pool.shutdown();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS) + " " + order);
    }
}
