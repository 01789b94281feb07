package dev.hindsight.app;

import dev.hindsight.trace.ChunkReader;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the events of a recording add up to.
 *
 * @param kinds how often each native was called, the most frequent first
 * @param cut whether a thread's stream ends within a chunk
 * @param lastMillis when the last chunk was written; 0 if there is none
 */
record Traffic(Map<String, Long> kinds, long readBytes, long writtenBytes, boolean cut, long lastMillis) {

    static Traffic of(Recording recording) throws IOException {
        Map<NativeRow, long[]> counts = new IdentityHashMap<>();
        long[] bytes = new long[Transfer.Direction.values().length];
        Resources resources = new Resources(Summary.workingDirectory(recording));
        try (EventSequence events = new EventSequence(recording)) {
            for (EventSequence.Entry entry = events.next(); entry != null; entry = events.next()) {
                counts.computeIfAbsent(entry.event().row(), row -> new long[1])[0]++;
                for (Transfer transfer : Transfer.of(entry.event(), resources)) {
                    bytes[transfer.direction().ordinal()] += transfer.payload().length();
                }
                resources.follow(entry.event());
            }
        }
        boolean cut = false;
        long lastMillis = 0;
        for (int thread : recording.threads()) {
            try (ChunkReader chunks = recording.openHeaders(thread)) {
                while (chunks.skip()) {
                    lastMillis = Math.max(lastMillis, chunks.timeMillis());
                }
                cut |= chunks.cut();
            }
        }
        return new Traffic(
                sorted(counts),
                bytes[Transfer.Direction.READ.ordinal()],
                bytes[Transfer.Direction.WRITTEN.ordinal()],
                cut,
                lastMillis);
    }

    private static Map<String, Long> sorted(Map<NativeRow, long[]> rows) {
        Map<String, Long> counts = new TreeMap<>();
        rows.forEach((row, count) -> counts.merge(row.shortName(), count[0], Long::sum));
        List<Map.Entry<String, Long>> entries = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .toList();
        Map<String, Long> sorted = new LinkedHashMap<>();
        entries.forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }
}
