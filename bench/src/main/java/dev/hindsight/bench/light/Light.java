package dev.hindsight.bench.light;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Solves logs from the command line, with hints and without, checks the schedules and says how long it took. */
public final class Light {
    private Light() {}

    public static void main(String[] files) throws IOException {
        for (String file : files) {
            long begin = System.nanoTime();
            FlowLogReader.Content content = FlowLogReader.read(Path.of(file));
            System.out.printf(
                    Locale.ROOT,
                    "%s: %,d entries, read in %.2f s%n",
                    file,
                    content.rows().size(),
                    since(begin));
            solve("hints", content.rows(), content.hints());
            solve("no hints", content.rows(), content.chunkOrder());
        }
    }

    private static void solve(String how, FlowLog rows, Clock clock) {
        long begin = System.nanoTime();
        long cpuBegin = cpuNanos();
        Schedule schedule = Solver.solve(rows, clock);
        System.out.printf(
                Locale.ROOT,
                "  %s: %s in %.2f s (CPU %.2f s), %,d steps, %,d conflicts, %,d of them for good, %,d steps undone%n",
                how,
                schedule.verdict(),
                since(begin),
                (cpuNanos() - cpuBegin) / 1e9,
                schedule.order().length,
                schedule.conflicts(),
                schedule.implied(),
                schedule.undone());
        if (schedule.verdict() == Schedule.Verdict.SOLVED) {
            begin = System.nanoTime();
            Optional<String> mistake = ScheduleChecker.mistake(rows, schedule.order());
            System.out.printf(
                    Locale.ROOT, "  checked in %.2f s: %s%n", since(begin), mistake.orElse("keeps to everything"));
        }
    }

    /** Of this thread, which does all the work: other programs may keep it from running. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }
}
