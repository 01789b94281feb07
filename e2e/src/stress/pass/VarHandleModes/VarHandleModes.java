import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Every way in which a handle reads and writes a field. */
public class VarHandleModes {
    private static final VarHandle VALUE;
    private int value;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(VarHandleModes.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        VarHandleModes shared = new VarHandleModes();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(shared, number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared.value);
    }

    private static void work(VarHandleModes shared, int number) {
        int trace = 0;
        for (int i = 0; i < 12_000; i++) {
            int seen =
                    switch (number) {
                        case 0 -> (int) VALUE.get(shared);
                        case 1 -> (int) VALUE.getOpaque(shared);
                        case 2 -> (int) VALUE.getAcquire(shared);
                        default -> (int) VALUE.getVolatile(shared);
                    };
            trace = trace * 31 + seen;
            int next = step(seen);
            switch (number) {
                case 0 -> VALUE.set(shared, next);
                case 1 -> VALUE.setOpaque(shared, next);
                case 2 -> VALUE.setRelease(shared, next);
                default -> VALUE.setVolatile(shared, next);
            }
            VarHandle.fullFence();
        }
        System.out.println(number + " " + trace);
    }

    private static int step(int value) {
        return value + 1;
    }
}
