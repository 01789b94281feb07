package dev.hindsight.bench.light;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduleTest {
    private static final int RUNS = 60;
    private static final int ACCESSES = 600;
    private static final int X = 1;
    private static final int Y = 2;
    /** Says nothing. */
    private static final Clock NO_CLOCK = new Clock();

    @TempDir
    private Path directory;

    @Test
    void everyReadSeesTheRecordedWriteAgain() throws IOException {
        for (int seed = 0; seed < RUNS; seed++) {
            for (boolean runs : new boolean[] {false, true}) {
                Path file = directory.resolve(seed + "-" + runs);
                SimulatedRun run = new SimulatedRun(file, seed, runs, 200, ACCESSES);
                FlowLogReader.Content log = FlowLogReader.read(file);
                for (Clock clock : new Clock[] {log.hints(), log.chunkOrder(), NO_CLOCK, wrong(log, seed)}) {
                    requireSolved(run, log, clock, "seed " + seed + ", O1 " + runs);
                }
            }
        }
    }

    private static void requireSolved(SimulatedRun run, FlowLogReader.Content log, Clock clock, String what) {
        Schedule schedule = Solver.solve(log.rows(), clock);
        assertThat(schedule.verdict()).as(what).isEqualTo(Schedule.Verdict.SOLVED);
        assertThat(ScheduleChecker.mistake(log.rows(), schedule.order()))
                .as(what)
                .isEmpty();
        assertThat(run.wrongReads(log.rows(), schedule.order(), log.covered()))
                .as(what)
                .isZero();
    }

    /** Hints that make the solver go the wrong way, from which it has to come back. */
    private static Clock wrong(FlowLogReader.Content log, int seed) {
        Random random = new Random(seed);
        Clock clock = new Clock();
        for (int thread = 1; thread < log.covered().length; thread++) {
            for (int access = 1; access < log.covered()[thread]; access += 20) {
                clock.add(thread, access, random.nextInt(1000));
            }
        }
        return clock;
    }

    @Test
    void killedRunHasAScheduleForWhatItsLogCovers() throws IOException {
        int nothing = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            Path file = directory.resolve("killed-" + seed);
            SimulatedRun run = new SimulatedRun(file, seed, seed % 2 == 0, 150, ACCESSES);
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, new Random(seed).nextInt(bytes.length)));
            FlowLogReader.Content log = FlowLogReader.read(file);
            nothing += log.rows().size() == 0 ? 1 : 0;
            requireSolved(run, log, log.hints(), "seed " + seed);
            requireSolved(run, log, log.chunkOrder(), "seed " + seed);
        }
        assertThat(nothing).isLessThan(RUNS / 4);
    }

    /** Each thread reads what was there before the other wrote, after it wrote itself. */
    @Test
    void logThatNoOrderExplainsIsReported() {
        FlowLog log = new FlowLog();
        log.add(X, 0, AccessId.INITIAL, AccessId.of(2, 2), AccessId.of(2, 2));
        log.add(Y, 0, AccessId.INITIAL, AccessId.of(1, 2), AccessId.of(1, 2));
        log.add(X, 0, AccessId.of(1, 1), AccessId.of(1, 3), AccessId.of(1, 3));
        log.add(Y, 0, AccessId.of(2, 1), AccessId.of(2, 3), AccessId.of(2, 3));

        assertThat(Solver.solve(log, NO_CLOCK).verdict()).isEqualTo(Schedule.Verdict.UNSATISFIABLE);
    }

    /** Two threads agree on neither order of two writes: no dependence says so, only both ways of deciding. */
    @Test
    void everyDecisionIsTriedBeforeALogIsCalledUnsatisfiable() {
        FlowLog log = new FlowLog();
        for (int location : new int[] {X, Y}) {
            int first = 2 * location - 1;
            log.add(location, 0, AccessId.of(1, first), AccessId.of(3, first), AccessId.of(3, first));
            log.add(location, 0, AccessId.of(2, first), AccessId.of(3, first + 1), AccessId.of(3, first + 1));
            log.add(location, 0, AccessId.of(2, first), AccessId.of(4, first), AccessId.of(4, first));
            log.add(location, 0, AccessId.of(1, first), AccessId.of(4, first + 1), AccessId.of(4, first + 1));
        }

        assertThat(Solver.solve(log, NO_CLOCK).verdict()).isEqualTo(Schedule.Verdict.UNSATISFIABLE);
    }

    /** The example of section 4.2 of the paper. */
    @Test
    void writeThatWouldComeBetweenGoesLater() {
        FlowLog log = new FlowLog();
        long[] c = {
            0,
            AccessId.of(1, 1),
            AccessId.of(1, 2),
            AccessId.of(2, 3),
            AccessId.of(2, 4),
            AccessId.of(2, 5),
            AccessId.of(2, 6)
        };
        log.add(X, 0, c[4], c[5], c[5]);
        log.add(X, 0, c[1], c[6], c[6]);
        log.add(Y, 0, c[3], c[2], c[2]);

        long[] order = Solver.solve(log, NO_CLOCK).order();

        assertThat(ScheduleChecker.mistake(log, order)).isEmpty();
        assertThat(order).containsSubsequence(c[5], c[1], c[6]).hasSize(6);
    }

    @Test
    void checkerRejectsWrongSchedules() {
        long write = AccessId.of(1, 1);
        long read = AccessId.of(2, 1);
        long otherWrite = AccessId.of(3, 1);
        long otherRead = AccessId.of(3, 2);
        FlowLog log = new FlowLog();
        log.add(X, 0, write, read, read);
        log.add(X, 0, otherWrite, otherRead, otherRead);

        assertThat(ScheduleChecker.mistake(log, new long[] {write, read, otherWrite, otherRead}))
                .isEmpty();
        assertThat(ScheduleChecker.mistake(log, new long[] {write, otherWrite, read, otherRead}))
                .hasValueSatisfying(mistake -> assertThat(mistake).startsWith("interfere"));
        assertThat(ScheduleChecker.mistake(log, new long[] {read, write, otherWrite, otherRead}))
                .hasValueSatisfying(mistake -> assertThat(mistake).startsWith("read before"));
        assertThat(ScheduleChecker.mistake(log, new long[] {write, read, otherRead, otherWrite}))
                .hasValueSatisfying(mistake -> assertThat(mistake).startsWith("3:2 is before"));
        assertThat(ScheduleChecker.mistake(log, new long[] {write, read}))
                .hasValueSatisfying(mistake -> assertThat(mistake).startsWith("not scheduled"));
    }

    @Test
    void everyScheduleWithTwoNeighboursOfALocationExchangedIsRejected() throws IOException {
        Path file = directory.resolve("exchanged");
        SimulatedRun run = new SimulatedRun(file, 3, false, 200, ACCESSES);
        FlowLogReader.Content log = FlowLogReader.read(file);
        long[] order = Solver.solve(log.rows(), log.hints()).order();
        int wrong = 0;
        for (int i = 1; i < order.length; i++) {
            long[] other = order.clone();
            other[i] = order[i - 1];
            other[i - 1] = order[i];
            boolean accepted = ScheduleChecker.mistake(log.rows(), other).isEmpty();
            if (accepted) {
                assertThat(run.wrongReads(log.rows(), other, log.covered())).isZero();
            }
            wrong += accepted ? 0 : 1;
        }
        assertThat(wrong).isPositive();
    }
}
