package dev.hindsight.bench.subject;

/** Threads that do one piece of work together. */
final class Team {
    static final int THREADS = 2;

    private Team() {}

    /** The share of one thread in a number of things: from where to before where. */
    interface Share {
        void work(int from, int to) throws Exception;
    }

    /** Starts the threads, one for each share, and waits for them. */
    static void divide(int count, Share share) throws InterruptedException {
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int from = (int) ((long) count * i / THREADS);
            int to = (int) ((long) count * (i + 1) / THREADS);
            threads[i] = new Thread(() -> work(share, from, to));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void work(Share share, int from, int to) {
        try {
            share.work(from, to);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
