import java.util.concurrent.Semaphore;

/** A thread that uses an object waits in the initialiser of a class, and goes on with the object; meanwhile others use it, too. */
public final class WaitingInitialisers {
    private static final Semaphore INSIDE = new Semaphore(0);
    private static final Semaphore USED = new Semaphore(0);
    private static final int ROUNDS = 10;
    private static final Box[] BOXES = new Box[ROUNDS];

    static final class Box {
        long value;

        void churn(int steps) {
            for (int i = 0; i < steps; i++) {
                value = value * 31 + (value >>> 7) + i;
            }
        }
    }

    /** In the initialiser, until another thread is busy with the box. */
    static long pause() {
        INSIDE.release();
        USED.acquireUninterruptibly();
        long end = System.nanoTime() + 1_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return end & 1;
    }

    static final class Made0 {
        static final long FIRST = pause();
        final long value;

        Made0(long value) {
            this.value = value;
        }
    }

    static final class Made1 {
        static final long FIRST = pause();
        final long value;

        Made1(long value) {
            this.value = value;
        }
    }

    static final class Made2 {
        static final long FIRST = pause();
        final long value;

        Made2(long value) {
            this.value = value;
        }
    }

    static final class Made3 {
        static final long FIRST = pause();
        final long value;

        Made3(long value) {
            this.value = value;
        }
    }

    static final class Made4 {
        static final long FIRST = pause();
        final long value;

        Made4(long value) {
            this.value = value;
        }
    }

    static final class Named0 {
        static long first = pause();
    }

    static final class Named1 {
        static long first = pause();
    }

    static final class Named2 {
        static long first = pause();
    }

    static final class Named3 {
        static long first = pause();
    }

    static final class Named4 {
        static long first = pause();
    }

    private static long use(int round, Box box) {
        System.identityHashCode(box);
        box.value += round;
        return switch (round) {
            case 0 -> new Made0(box.value).value;
            case 1 -> new Made1(box.value).value;
            case 2 -> new Made2(box.value).value;
            case 3 -> new Made3(box.value).value;
            case 4 -> new Made4(box.value).value;
            case 5 -> Named0.first + box.value;
            case 6 -> Named1.first + box.value;
            case 7 -> Named2.first + box.value;
            case 8 -> Named3.first + box.value;
            default -> Named4.first + box.value;
        };
    }

    private static void others() {
        for (int round = 0; round < ROUNDS; round++) {
            INSIDE.acquireUninterruptibly();
            Box box = BOXES[round];
            box.churn(1000);
            USED.release();
            for (int i = 0; i < 400; i++) {
                box.churn(5000);
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            BOXES[i] = new Box();
        }
        Thread others = new Thread(WaitingInitialisers::others);
        others.start();
        Thread third = new Thread(() -> {
            Box own = new Box();
            for (int i = 0; i < 2000; i++) {
                own.churn(5000);
            }
            System.out.println("third " + own.value);
        });
        third.start();
        StringBuilder seen = new StringBuilder();
        for (int round = 0; round < ROUNDS; round++) {
            seen.append(use(round, BOXES[round])).append(' ');
        }
        others.join();
        third.join();
        System.out.println(seen);
        for (Box box : BOXES) {
            System.out.println(box.value);
        }
    }
}
