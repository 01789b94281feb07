import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The JDK calls the program in many ways, which computes there for long; after each call, threads meet in a list without a lock. */
public final class Callbacks {
    private static final int ROUNDS = 12;
    private static final List<Long> SHARED = new ArrayList<>();

    private final int who;
    private final List<Long> own = new ArrayList<>();

    private Callbacks(int who) {
        this.who = who;
    }

    private static long spin(long from) {
        long sum = from;
        for (long i = 0; sum % 1_000_003 != 7 && i < 2000 + (from & 1023) * 3; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }

    /** Computes wherever the JDK comes to it. */
    static final class Slow implements Comparable<Slow> {
        static final long FIRST = spin(9);
        final long value;

        Slow(Integer value) {
            this.value = spin(value) ^ FIRST;
        }

        public Slow() {
            this(3);
        }

        @Override
        public int hashCode() {
            return (int) spin(value & 31);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Slow slow && spin(slow.value & 15) == spin(value & 15);
        }

        @Override
        public int compareTo(Slow other) {
            return Long.compare(spin(value & 31), spin(other.value & 31));
        }

        @Override
        public String toString() {
            return "slow " + spin(value & 63);
        }
    }

    private void meet(int after) {
        try {
            SHARED.add((long) who * 100 + after);
        } catch (ArrayIndexOutOfBoundsException e) {
            own.add(-1L);
        }
    }

    private static long half(int value) {
        return spin(value) / 2;
    }

    private void work() throws Throwable {
        MethodHandle half = MethodHandles.lookup()
                .findStatic(Callbacks.class, "half", MethodType.methodType(long.class, int.class));
        for (int round = 0; round < ROUNDS; round++) {
            int from = round * 3 + who;
            List<Integer> numbers = new AbstractList<>() {
                @Override
                public Integer get(int index) {
                    return (int) spin(from + index) & 127;
                }

                @Override
                public int size() {
                    return 12;
                }
            };
            numbers.forEach(number -> own.add(spin(number)));
            meet(1);
            List<Slow> slow = new ArrayList<>(numbers.stream().map(Slow::new).sorted().toList());
            meet(2);
            Map<Slow, String> texts = new HashMap<>();
            slow.forEach(each -> texts.put(each, "is " + each));
            meet(3);
            own.add((long) texts.getOrDefault(slow.get(round), "none").hashCode());
            meet(4);
            own.add((long) half.invokeExact(round));
            meet(5);
            Supplier<Slow> makes = Slow::new;
            own.add(makes.get().value);
            meet(6);
            own.add(Slow.class.getConstructor().newInstance().value);
            meet(7);
            own.add((Long) Callbacks.class.getDeclaredMethod("half", int.class).invoke(null, from));
            meet(8);
            try {
                numbers.forEach(number -> {
                    throw new IllegalStateException("of " + spin(number));
                });
            } catch (IllegalStateException e) {
                meet(e.getMessage().length());
            }
            String text = round + " " + slow.get(0);
            own.add((long) text.length());
            meet(9);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] threads = new Thread[3];
        Callbacks[] all = new Callbacks[threads.length];
        for (int i = 0; i < threads.length; i++) {
            Callbacks callbacks = new Callbacks(i);
            all[i] = callbacks;
            threads[i] = new Thread(() -> {
                try {
                    callbacks.work();
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(SHARED.hashCode() + " " + SHARED.size());
        for (Callbacks callbacks : all) {
            System.out.println(callbacks.own.hashCode());
        }
    }
}
