import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Compare-and-set in its strong and weak forms, on the elements of an array. */
public class VarHandleSwaps {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final long[] CELLS = new long[3];

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(CELLS[0] + " " + CELLS[1] + " " + CELLS[2]);
    }

    private static void work(int number) {
        int failed = 0;
        long trace = 0;
        for (int i = 0; i < 6_000; i++) {
            int at = i % 3;
            while (true) {
                long seen = (long) ELEMENT.getVolatile(CELLS, at);
                long next = mix(seen, number);
                boolean set = number % 2 == 0
                        ? ELEMENT.compareAndSet(CELLS, at, seen, next)
                        : ELEMENT.weakCompareAndSet(CELLS, at, seen, next);
                if (set) {
                    break;
                }
                failed++;
            }
            trace += (long) ELEMENT.getAndAdd(CELLS, (at + 1) % 3, 1L);
        }
        System.out.println(number + " failed " + failed + " " + trace);
    }

    private static long mix(long seen, int number) {
        return seen * 5 + number;
    }
}
