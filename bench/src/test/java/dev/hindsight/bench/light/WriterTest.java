package dev.hindsight.bench.light;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.bench.baseline.Probe;
import dev.hindsight.bench.baseline.RacingRun;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real threads race through generated code: the writer in the log is the one whose value was read. */
class WriterTest {
    private static final int ROUNDS = 5_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"light", "light-o1", "light-o1-o2", "light-o1-o2-static"})
    void logNamesTheWriterOfEachValueThatWasRead(String recorder) throws Exception {
        RacingRun.record(recorder, directory, ROUNDS);

        FlowLogReader.Content log = FlowLogReader.read(directory.resolve("log"));
        Map<Integer, TreeMap<Long, Integer>> rows = rowsByThread(log.rows());
        int checked = 0;
        for (Map.Entry<Long, Long> read : Probe.reads().entrySet()) {
            checked += agrees(log.rows(), rows, read.getKey(), read.getValue()) ? 1 : 0;
        }
        assertThat(checked).isGreaterThan(ROUNDS / 100);
        requireSolved(log.rows(), log.hints());
        requireSolved(log.rows(), log.chunkOrder());
    }

    private static void requireSolved(FlowLog rows, Clock clock) {
        Schedule schedule = Solver.solve(rows, clock);
        assertThat(schedule.verdict()).isEqualTo(Schedule.Verdict.SOLVED);
        assertThat(ScheduleChecker.mistake(rows, schedule.order())).isEmpty();
    }

    private static Map<Integer, TreeMap<Long, Integer>> rowsByThread(FlowLog rows) {
        Map<Integer, TreeMap<Long, Integer>> byThread = new HashMap<>();
        for (int row = 0; row < rows.size(); row++) {
            if (!rows.ownRun(row)) {
                byThread.computeIfAbsent(AccessId.thread(rows.first(row)), thread -> new TreeMap<>())
                        .put(rows.first(row), row);
            }
        }
        return byThread;
    }

    /** Reads that an entry begins with are compared; the others have no place of their own in the log. */
    private static boolean agrees(FlowLog rows, Map<Integer, TreeMap<Long, Integer>> byThread, long read, long value) {
        Integer row = byThread.get(AccessId.thread(read)).get(read);
        if (row == null) {
            return false;
        }
        long writer = rows.writer(row);
        long written = writer == AccessId.INITIAL ? 0 : Probe.writes().get(writer);
        assertThat(written).as(AccessId.text(read)).isEqualTo(value);
        return true;
    }
}
