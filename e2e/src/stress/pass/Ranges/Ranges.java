import java.util.Arrays;
import java.util.Random;

/** Threads without any locks write parts of arrays that overlap, up and down, beside and over the ends. */
public final class Ranges {
    private static final int[] LENGTHS = {1, 2, 7, 64, 65, 1000, 3000};

    private Ranges() {}

    private static void up(int[] values, int from, int to, int who) {
        for (int i = from; i < to; i++) {
            values[i] = values[i - 1] * 31 + who;
        }
    }

    private static void down(int[] values, int from, int to, int who) {
        for (int i = to; i >= from; i--) {
            values[i] += values[i + 1] ^ who;
        }
    }

    private static void mix(int[] values, int[] others, int from, int to) {
        for (int i = from; i <= to; i += 3) {
            values[i] = others[i] + values[values[i] >>> 1 & 0];
        }
    }

    /** As if the array had rows; what is added up before the loop may overflow. */
    private static void flat(int[] values, int[] others, int row, int width) {
        for (int i = 0; i < width; i++) {
            values[row * width + i] += others[i + (row - 1) * width] ^ values[width - 1];
        }
    }

    private static void shifted(int[] values, int from, int far) {
        for (int i = from; i < 40; i++) {
            values[(far << 4) - (i - from) * 0 + i] ^= i;
            values[far - 3]++;
        }
    }

    private static int corners(int[] values, int[] others, int rounds) {
        int sum = 0;
        for (int i = 0; sum != rounds && i < rounds; i++) {
            sum += values[0] - others[0];
            if ((sum & 64) != 0) {
                values[1] = sum;
            }
            sum ^= values[1] * others[1];
        }
        return sum;
    }

    private static int sum(int[] values) {
        int sum = 0;
        for (int value : values) {
            sum = sum * 17 + value;
        }
        return sum;
    }

    private static int work(int[][] all, int who) {
        Random random = new Random(who);
        int seen = 0;
        for (int round = 0; round < 4000; round++) {
            int[] values = all[random.nextInt(all.length)];
            int from = random.nextInt(values.length + 1) - (random.nextInt(50) == 0 ? 1 : 0);
            int to = Math.min(from + random.nextInt(1 + values.length / 2), values.length - (random.nextInt(50) == 0 ? 0 : 1));
            try {
                switch (random.nextInt(7)) {
                    case 6 -> seen += corners(values, all[random.nextInt(all.length)], 20);
                    case 4 -> flat(values, all[random.nextInt(all.length)], 1 + random.nextInt(5), 1 + values.length / 6);
                    case 5 -> shifted(values, Integer.MIN_VALUE * random.nextInt(2), random.nextInt(9));
                    case 0 -> up(values, from, to, who);
                    case 1 -> down(values, from, to, who);
                    case 2 -> mix(values, all[random.nextInt(all.length)], from, to);
                    default -> seen = seen * 13 + sum(values);
                }
            } catch (ArrayIndexOutOfBoundsException e) {
                seen++;
            }
        }
        return seen;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int[][] all = new int[LENGTHS.length][];
        for (int i = 0; i < all.length; i++) {
            all[i] = new int[LENGTHS[i]];
        }
        int[] seen = new int[3];
        Thread[] threads = new Thread[seen.length];
        for (int i = 0; i < threads.length; i++) {
            int who = i;
            threads[i] = new Thread(() -> seen[who] = work(all, who));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(Arrays.toString(seen) + " " + Arrays.deepHashCode(all));
    }
}
