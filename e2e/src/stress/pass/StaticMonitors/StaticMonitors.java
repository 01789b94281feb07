import java.util.ArrayList;
import java.util.List;

/** Static synchronized methods with all kinds of variables, loops and exceptions. */
public final class StaticMonitors {
    private static final List<String> SEEN = new ArrayList<>();
    private static long sum;

    private StaticMonitors() {}

    private static synchronized long mix(int who, long wide, double real, String text, int[] values) {
        long found = wide;
        for (int value : values) {
            double part = real * value;
            if (part > 10) {
                String longer = text + value;
                found += longer.length();
            } else {
                float less = (float) part;
                found += (long) less;
            }
            switch (value % 3) {
                case 0 -> found ^= who;
                case 1 -> {
                    Object boxed = found;
                    found = boxed.hashCode();
                }
                default -> found++;
            }
        }
        sum += found;
        SEEN.add(who + text);
        return found;
    }

    private static synchronized int fail(long at, Object[] from) {
        int tries = 0;
        while (true) {
            try {
                tries++;
                if (from[tries].equals(at)) {
                    return tries;
                }
            } catch (NullPointerException e) {
                sum += tries;
            } catch (ArrayIndexOutOfBoundsException e) {
                throw new IllegalStateException("none of " + from.length, e);
            } finally {
                sum ^= at;
            }
        }
    }

    private static void work(int who) {
        int[] values = {1, 5, 9, 14, who};
        Object[] from = {0L, null, (long) who, null};
        for (int i = 0; i < 200; i++) {
            long mixed = mix(who, i, 0.5 * i, "t" + who, values);
            try {
                if (fail(i % 2 == 0 ? who : mixed, from) != 2) {
                    SEEN.add("wrong");
                }
            } catch (IllegalStateException e) {
                Thread.yield();
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int who = i;
            threads[i] = new Thread(() -> work(who));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (StaticMonitors.class) {
            System.out.println(sum + " " + SEEN.hashCode() + " " + SEEN.contains("wrong"));
        }
    }
}
