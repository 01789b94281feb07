package dev.hindsight.runtime;

import jdk.internal.misc.Unsafe;

/**
 * Counts the polls of threads that run beside others, and tells them at one that they are wanted back. It is looked at in every loop, so
 * each thread has a line of the cache of its own, which is found by its number alone.
 */
final class Pace {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private static final long BASE = Vm.findInts();

    private static final int LINES = 1024;
    private static final int LINE_SHIFT = 4;
    /** How many polls are left before somebody looks. */
    private static final int LEFT = 0;

    /** The thread's number; 0 for none. */
    private static final int WHO = 1;
    /** Below 0 if the thread is to wait at its next poll. */
    private static final int RECALLED = 2;

    private static final int[] PACES = new int[LINES << LINE_SHIFT];
    private static final int MOST = 1 << 30;

    private Pace() {}

    private static int line(long number) {
        return ((int) number & LINES - 1) << LINE_SHIFT;
    }

    private static long recalled(int line) {
        return BASE + (long) Integer.BYTES * (line + RECALLED);
    }

    /** Whether a thread of this number can go beside now: no other one has its line. */
    static boolean isFree(int number) {
        return PACES[line(number) + WHO] == 0;
    }

    /** The thread goes beside; who has the turn from then on may recall it. */
    static void take(int number) {
        int line = line(number);
        PACES[line + LEFT] = MOST;
        PACES[line + RECALLED] = 0;
        PACES[line + WHO] = number;
    }

    static void free(int number) {
        PACES[line(number) + WHO] = 0;
    }

    static void recall(int number) {
        UNSAFE.putIntVolatile(PACES, recalled(line(number)), Integer.MIN_VALUE);
    }

    static boolean isRecalled(int number) {
        return UNSAFE.getIntVolatile(PACES, recalled(line(number))) < 0;
    }

    /** Whether the thread of this number runs beside others. */
    static boolean has(long number) {
        return PACES[line(number) + WHO] == number;
    }

    /** Counts a poll of the thread of this number, which runs beside others; whether somebody has to look. */
    static boolean count(long number) {
        int line = line(number);
        return (--PACES[line + LEFT] | UNSAFE.getIntOpaque(PACES, recalled(line))) < 0;
    }

    /** Starts to count; returns how many polls it is at most before somebody looks. */
    static int start(int number, long polls) {
        int most = (int) Math.min(polls, MOST);
        PACES[line(number) + LEFT] = most - 1;
        return most;
    }

    /** How many polls have been passed of those with which it started. */
    static int passed(int number, int most) {
        return most - 1 - PACES[line(number) + LEFT];
    }
}
