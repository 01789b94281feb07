package dev.hindsight.app;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Says how many runs were made and how fast: at a terminal on one line that changes, else on a line now and then. */
final class RunProgress {
    private static final String ERASE = "\r\u001b[K";
    private static final long PAUSE_MILLIS = 30_000;

    private final Screen screen;
    private final boolean terminal;
    private final OptionalLong limit;
    private final LongSupplier clockMillis;
    private final long startMillis;
    private long saidMillis;
    private long passed;
    /** How long it took until the last run had passed. */
    private long passedMillis;

    RunProgress(Screen screen, boolean terminal, OptionalLong limit, LongSupplier clockMillis) {
        this.screen = screen;
        this.terminal = terminal;
        this.limit = limit;
        this.clockMillis = clockMillis;
        this.startMillis = clockMillis.getAsLong();
        this.saidMillis = startMillis;
    }

    /** The next run begins. */
    void begin() {
        String line = "run " + (passed + 1)
                + (limit.isPresent() ? " of " + limit.getAsLong() : "")
                + (passed == 0 ? "" : "; " + passed + " passed, " + pace())
                + timeLeft();
        if (terminal) {
            screen.err().print(ERASE + "hindsight: " + line);
            screen.err().flush();
        } else if (clockMillis.getAsLong() - saidMillis >= PAUSE_MILLIS) {
            saidMillis = clockMillis.getAsLong();
            screen.say(line);
        }
    }

    /** The run that began last did not fail. */
    void pass() {
        passed++;
        passedMillis = clockMillis.getAsLong() - startMillis;
    }

    long passed() {
        return passed;
    }

    /** Makes room for other lines. */
    void erase() {
        if (terminal) {
            screen.err().print(ERASE);
            screen.err().flush();
        }
    }

    /** What all runs took: those that passed and, if it ended, one more. */
    String pace(long runs) {
        long millis = Math.max(1, clockMillis.getAsLong() - startMillis);
        long ended = runs == passed ? passedMillis : millis;
        return Times.duration(millis) + (runs == 0 ? "" : ", " + rate(runs, Math.max(1, ended)));
    }

    private String pace() {
        return rate(passed, Math.max(1, clockMillis.getAsLong() - startMillis));
    }

    private static String rate(long runs, long millis) {
        return runs * 1000 >= millis
                ? String.format(Locale.ROOT, "%.1f runs per second", runs * 1000.0 / millis)
                : Times.duration(millis / Math.max(1, runs)) + " per run";
    }

    private String timeLeft() {
        if (passed == 0 || limit.isEmpty()) {
            return "";
        }
        long millis = clockMillis.getAsLong() - startMillis;
        double left = (double) millis / passed * (limit.getAsLong() - passed);
        return ", " + Times.duration((long) left) + " left";
    }
}
