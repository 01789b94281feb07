package dev.hindsight.bench.racing;

import dev.hindsight.bench.baseline.Probe;

/** Threads race for a static field, a field and the elements of arrays; every value is written once. */
public final class Program implements Runnable {
    private static final int THREADS = 4;
    private static long shared;

    private final Cell cell;
    private final long[] longs;
    private final Long[] objects;
    private final long first;
    private final int rounds;

    private static class Cell {
        long value;
        private volatile long other;

        synchronized long swap(long next) {
            long old = other;
            other = next;
            return old;
        }
    }

    private Program(Cell cell, long[] longs, Long[] objects, long first, int rounds) {
        this.cell = cell;
        this.longs = longs;
        this.objects = objects;
        this.first = first;
        this.rounds = rounds;
    }

    /** Returns when all threads have ended. */
    public static void race(int rounds) throws InterruptedException {
        Cell cell = new Cell();
        long[] longs = new long[3];
        Long[] objects = new Long[2];
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(new Program(cell, longs, objects, (i + 1) * 1_000_000_000L, rounds));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public void run() {
        for (int i = 0; i < rounds; i++) {
            long value = first + 10L * i;
            read(i);
            if (i % 3 != 0) {
                write(value, i);
            }
            if (i % 7 == 0) {
                cell.swap(value + 5);
            }
        }
    }

    private void read(int i) {
        long a = shared;
        Probe.read(a);
        long b = cell.value;
        Probe.read(b);
        long c = longs[i % 3];
        Probe.read(c);
        Long d = objects[i % 2];
        Probe.read(d == null ? 0 : d);
    }

    private void write(long value, int i) {
        shared = value + 1;
        Probe.wrote(value + 1);
        cell.value = value + 2;
        Probe.wrote(value + 2);
        longs[i % 3] = value + 3;
        Probe.wrote(value + 3);
        objects[i % 2] = value + 4;
        Probe.wrote(value + 4);
        synchronized (longs) {
            longs[0] = value + 6;
            Probe.wrote(value + 6);
        }
    }
}
