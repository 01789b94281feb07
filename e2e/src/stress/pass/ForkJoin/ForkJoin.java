import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Tasks that split themselves; who takes which half is chance. */
public class ForkJoin {
    private static final StringBuffer ORDER = new StringBuffer();

    private static final class Sum extends RecursiveTask<Long> {
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= 4_000) {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    sum += i;
                }
                ORDER.append(((ForkJoinWorkerThread) Thread.currentThread()).getPoolIndex());
                return sum;
            }
            int middle = (from + to) / 2;
            Sum right = new Sum(middle, to);
            right.fork();
            return new Sum(from, middle).compute() + right.join();
        }
    }

    private static final class Sleep extends RecursiveAction {
        @Override
        protected void compute() {
            try {
                Thread.sleep(ThreadLocalRandom.current().nextInt(3));
            } catch (InterruptedException e) {
                ORDER.append(e);
            }
            ORDER.append('.');
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(4);
        for (int i = 0; i < 4; i++) {
            ORDER.append(' ').append(pool.invoke(new Sum(0, 60_000))).append(' ');
            for (int k = 0; k < 4; k++) {
                pool.execute(new Sleep());
            }
        }
        pool.awaitQuiescence(5, TimeUnit.SECONDS);
        System.out.println(ORDER);
        pool.shutdown();
    }
}
