package dev.hindsight.bench.subject;

import java.util.Arrays;

/**
 * Two threads, new ones for each step, add up what particles do to each other, under a lock for each group of particles;
 * the scale is the number of steps. In whole numbers, so that the order does not matter.
 */
public final class Particles {
    private static final int COUNT = 2000;
    private static final int GROUPS = 64;
    private static final int REACH = 40_000;

    private Particles() {}

    public static void main(String[] arguments) throws InterruptedException {
        int[][] places = new int[COUNT][3];
        for (int i = 0; i < COUNT; i++) {
            places[i] = new int[] {i % 13 * 100, i / 13 % 13 * 100, i / 169 * 100};
        }
        long[][] forces = new long[COUNT][3];
        Object[] locks = new Object[GROUPS];
        Arrays.setAll(locks, i -> new Object());
        for (int step = 0; step < Integer.parseInt(arguments[0]); step++) {
            Team.divide(COUNT, (from, to) -> {
                for (int i = from; i < to; i++) {
                    attract(i, places, forces, locks);
                }
            });
            Team.divide(COUNT, (from, to) -> {
                for (int i = from; i < to; i++) {
                    move(places[i], forces[i]);
                }
            });
        }
        System.out.println("particles " + Arrays.deepHashCode(places));
    }

    private static void attract(int one, int[][] places, long[][] forces, Object[] locks) {
        int[] here = places[one];
        for (int other = 0; other < one; other++) {
            int[] there = places[other];
            int x = here[0] - there[0];
            int y = here[1] - there[1];
            int z = here[2] - there[2];
            int distance = x * x + y * y + z * z;
            if (distance > REACH || distance == 0) {
                continue;
            }
            long force = (1L << 30) / distance;
            add(forces[one], locks[one % GROUPS], force * x, force * y, force * z);
            add(forces[other], locks[other % GROUPS], -force * x, -force * y, -force * z);
        }
    }

    private static void add(long[] sum, Object lock, long x, long y, long z) {
        synchronized (lock) {
            sum[0] += x;
            sum[1] += y;
            sum[2] += z;
        }
    }

    private static void move(int[] place, long[] force) {
        for (int i = 0; i < 3; i++) {
            place[i] += (int) (force[i] >> 36);
            force[i] = 0;
        }
    }
}
