/** Threads that load classes while they race: what loading runs beside the program must not move who runs when. */
public class ClassesInTurns {
    private static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int first = i;
            threads[i] = new Thread(() -> work(first));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(count);
    }

    private static void work(int first) {
        for (int i = first; i < 24; i += 2) {
            load(i);
            for (int k = 0; k < 7000; k++) {
                int seen = count;
                count = next(seen);
            }
        }
    }

    private static void load(int number) {
        try {
            Class.forName(ClassesInTurns.class.getName() + "$C" + number);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int next(int value) {
        return value + 1;
    }

    private static final class C0 {}

    private static final class C1 {}

    private static final class C2 {}

    private static final class C3 {}

    private static final class C4 {}

    private static final class C5 {}

    private static final class C6 {}

    private static final class C7 {}

    private static final class C8 {}

    private static final class C9 {}

    private static final class C10 {}

    private static final class C11 {}

    private static final class C12 {}

    private static final class C13 {}

    private static final class C14 {}

    private static final class C15 {}

    private static final class C16 {}

    private static final class C17 {}

    private static final class C18 {}

    private static final class C19 {}

    private static final class C20 {}

    private static final class C21 {}

    private static final class C22 {}

    private static final class C23 {}
}
