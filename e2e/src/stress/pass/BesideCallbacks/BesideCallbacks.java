import java.lang.reflect.Method;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;

/** Code that computes for long is called by the JDK, by reflection and by the program, and gives arrays to the JDK. */
public class BesideCallbacks {
    private static final int[] SEEN = new int[16];

    interface Step {
        int apply(int[] values, int from);
    }

    public static void main(String[] args) throws Exception {
        int[] wrapped = new int[2000];
        IntBuffer buffer = IntBuffer.wrap(wrapped);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            Thread thread = new Thread(() -> work(number, wrapped, buffer), "worker " + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(Arrays.hashCode(wrapped) + " " + Arrays.toString(SEEN));
    }

    public static int slow(int seed) {
        int[] values = new int[50];
        int result = seed;
        for (int i = 0; i < 3000; i++) {
            values[i % 50] += result;
            result = result * 31 + values[(i + 7) % 50] + SEEN[i % 16];
            SEEN[result & 15]++;
        }
        if (result % 5 == 0) {
            throw new IllegalStateException("thrown " + (result & 255));
        }
        return result;
    }

    private static void work(int number, int[] wrapped, IntBuffer buffer) {
        Step step = BesideCallbacks::sum;
        IntBinaryOperator mix = (a, b) -> slow(a) ^ b;
        for (int round = 0; round < 12; round++) {
            try {
                Method method = BesideCallbacks.class.getMethod("slow", int.class);
                int found = (int) method.invoke(null, number + round);
                Integer[] sorted = {3, 1, 2, found & 7};
                Arrays.sort(sorted, (a, b) -> Integer.compare(a * (slow(a) | 1), b));
                wrapped[(number * 97 + round) % wrapped.length] += sorted[0] + mix.applyAsInt(round, number);
            } catch (ReflectiveOperationException e) {
                wrapped[round] += e.getCause().getMessage().length();
            } catch (IllegalStateException e) {
                wrapped[round] ^= e.getMessage().hashCode();
            }
            buffer.put(number * 3 + round, step.apply(wrapped, number) + buffer.get(round));
        }
        System.out.println(number + " " + step.apply(wrapped, 0));
    }

    private static int sum(int[] values, int from) {
        int sum = 0;
        for (int i = from; i < values.length; i++) {
            sum += values[i] * i;
        }
        return sum;
    }
}
