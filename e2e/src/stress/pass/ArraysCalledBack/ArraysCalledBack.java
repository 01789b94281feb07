import java.io.BufferedInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The JDK writes to arrays of the program, and asks the program about each element, while other threads use the arrays. */
public class ArraysCalledBack {
    private static final int ROUNDS = 60;
    private static final int LENGTH = 64;

    private static volatile boolean done;

    private static int compute(int sum, int times) {
        for (int i = 0; i < times; i++) {
            sum = next(sum, i);
        }
        return sum;
    }

    private static int next(int sum, int i) {
        return sum * 31 + (i ^ sum >>> 7);
    }

    /** Takes its time for each byte. */
    private static final class Computed extends InputStream {
        private int last = 1;

        @Override
        public int read() {
            last = compute(last, 200);
            return last & 0xff;
        }
    }

    private static byte[] bytes = new byte[LENGTH];

    public static void main(String[] args) throws Exception {
        int[] numbers = new int[LENGTH];
        Integer[] objects = new Integer[LENGTH];
        long[] prefixes = new long[LENGTH];
        Arrays.setAll(objects, i -> i);
        long[] sums = new long[2];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                long sum = 0;
                for (int round = 0; !done; round++) {
                    for (int turn = 0; turn < 3000; turn++) {
                        int place = (round * 7 + turn) % LENGTH;
                        sum = sum * 31 + numbers[place] + objects[place] + prefixes[place] + bytes[place];
                        if (number == 0) {
                            numbers[place] += turn;
                            bytes[place] += turn;
                            prefixes[place] += turn;
                            objects[place] = objects[(place + 1) % LENGTH];
                        }
                    }
                }
                sums[number] = sum;
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int base = round;
            try (InputStream in = new BufferedInputStream(new Computed(), 16)) {
                sum += in.readNBytes(bytes, 0, LENGTH);
            }
            Arrays.setAll(numbers, i -> compute(i + base, 300));
            try {
                Arrays.sort(objects, (one, two) -> Integer.compare(compute(one, 100), compute(two, 100)));
            } catch (IllegalArgumentException e) {
                // It notices what others do meanwhile.
                sum++;
            }
            Arrays.parallelPrefix(prefixes, (one, two) -> compute((int) (one + two), 300));
            sum = sum * 31 + numbers[base % LENGTH] + objects[base % LENGTH] + prefixes[base % LENGTH];
        }
        done = true;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum);
        for (long each : sums) {
            System.out.println(each);
        }
    }
}
