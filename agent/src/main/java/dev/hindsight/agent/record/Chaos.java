package dev.hindsight.agent.record;

import dev.hindsight.agent.host.Schedule;
import java.util.Arrays;

/**
 * Draws from a seed how long turns last and who has the next one, so that threads meet in ways in which they rarely do by
 * themselves. Knows threads by number only, and asks no clock: the same questions get the same answers.
 *
 * <p>A rare failure needs a thread to stop between two accesses that belong together while another one comes by, for long
 * enough but not for too long. Nobody knows these lengths, and they differ by orders of magnitude. So a run consists of phases,
 * each with its own range of lengths, out of which each turn draws one, rather a short one than a long one. In most phases
 * whoever is next is drawn, too. In the others each thread has a rank, the highest of those who can run runs, and whoever is
 * stopped falls behind all others (after PCT, Burckhardt et al., ASPLOS 2010): some threads do not run for a while.
 *
 * <p>Two things are bounded. A thread that could run is passed over a certain number of times at most. And changing threads
 * takes as long as thousands of polls, so there is a budget of stops, which grows with the polls that are passed: it is large
 * enough for a burst of short turns, but a long run cannot consist of them.
 */
final class Chaos {
    /** Turns last up to twice two to the power of this, in polls: less than anybody asks for after that. */
    private static final int LONGEST = 13;

    /** How often a thread that could run is passed over at most, unless others are, too. */
    static final int MOST_PASSED = 50;

    /** How many stops the budget holds at most, and how many polls pay for one. */
    private static final int MOST_STOPS = 4096;

    private static final int POLLS_PER_STOP = 2048;
    /** How long turns are at least, as a power of two, when the budget is used up. */
    private static final int SHORTEST_WITHOUT = 11;

    /** Phases last for so many turns or twice as many, and so on. */
    private static final int SHORTEST_PHASE = 16;

    private static final int PHASES = 5;
    /** The shortest turns of a phase last for less than two to the power of this. */
    private static final int SHORTEST = 5;
    /** One of so many phases goes by ranks. */
    private static final int RANKED = 3;

    private final long seed;
    private long drawn;

    /** How many turns are left in this phase. */
    private int left;

    /** Which lengths turns have, as powers of two. */
    private int shortest;

    private int lengths;
    private boolean ranked;
    /** By thread; the highest comes first. */
    private long[] ranks = {};

    private long lowest;
    /** By thread, how often it was passed over since its last turn. */
    private int[] passed = {};

    /** In polls. */
    private long budget = (long) MOST_STOPS * POLLS_PER_STOP;

    private int last = -1;
    private int length;
    /** Whether turns are as long as they can be, and go round. */
    private boolean rests;

    Chaos(long seed) {
        this.seed = seed;
        beginPhase();
    }

    private void beginPhase() {
        left = SHORTEST_PHASE << draw(PHASES);
        shortest = draw(SHORTEST);
        lengths = 2 + draw(LONGEST - shortest);
        ranked = draw(RANKED) == 0;
        ranks = new long[0];
        lowest = 0;
    }

    /** Nothing unusual happens, or does again. */
    void rest(boolean whether) {
        rests = whether;
    }

    /** After how many polls the thread that has its turn is to be stopped. */
    int length() {
        if (rests) {
            length = 2 << LONGEST;
            return length;
        }
        int power = shortest + Math.min(draw(lengths), draw(lengths));
        if (budget < POLLS_PER_STOP) {
            power = Math.max(power, SHORTEST_WITHOUT);
        }
        length = (1 << power) + draw(1 << power);
        return length;
    }

    /** A thread has come to the end of its turn's length, and others can run. */
    void stopped(int thread) {
        budget = Math.min(budget + length - POLLS_PER_STOP, (long) MOST_STOPS * POLLS_PER_STOP);
        gaveWay(thread);
    }

    /** A thread lets others run by itself. */
    void gaveWay(int thread) {
        if (ranked) {
            rank(thread);
            ranks[thread] = --lowest;
        }
    }

    /**
     * Chooses who is next.
     *
     * @param able the threads that can run
     * @return an index
     */
    int choose(int[] able) {
        if (rests) {
            return 0;
        }
        if (--left <= 0) {
            beginPhase();
        }
        int chosen = ranked ? highest(able) : other(able);
        int starved = 0;
        for (int i = 0; i < able.length; i++) {
            count(able[i]);
            starved = passed[able[i]] > passed[able[starved]] ? i : starved;
        }
        if (passed[able[starved]] > MOST_PASSED) {
            chosen = starved;
        }
        last = able[chosen];
        passed[last] = 0;
        return chosen;
    }

    private void count(int thread) {
        if (thread >= passed.length) {
            passed = Arrays.copyOf(passed, 2 * thread + 2);
        }
        passed[thread]++;
    }

    private int highest(int[] able) {
        int highest = 0;
        for (int i = 1; i < able.length; i++) {
            highest = rank(able[i]) > rank(able[highest]) ? i : highest;
        }
        return highest;
    }

    private long rank(int thread) {
        if (thread >= ranks.length) {
            ranks = Arrays.copyOf(ranks, 2 * thread + 2);
        }
        if (ranks[thread] == 0) {
            ranks[thread] = 1 + draw(Integer.MAX_VALUE);
        }
        return ranks[thread];
    }

    /** Any but the one that ran last, if there is another. */
    private int other(int[] able) {
        int chosen = draw(able.length);
        return able[chosen] == last && able.length > 1 ? (chosen + 1 + draw(able.length - 1)) % able.length : chosen;
    }

    private int draw(int bound) {
        drawn++;
        return (int) Long.remainderUnsigned(Schedule.mix(seed, drawn), bound);
    }
}
