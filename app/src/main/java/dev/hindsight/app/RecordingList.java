package dev.hindsight.app;

import dev.hindsight.session.DraftDirectory;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The recordings below a directory, oldest first. */
final class RecordingList {
    private static final int MAX_DEPTH = 4;

    /**
     * One recording.
     *
     * @param name its path below the directory that was searched
     * @param summary empty if it cannot be read
     * @param problem why it cannot be read; else empty
     */
    record Row(String name, Optional<Summary> summary, String problem) {
        private long createdMillis() {
            return summary.map(Summary::createdMillis).orElse(0L);
        }
    }

    private RecordingList() {}

    static List<Row> below(Path root) throws IOException {
        List<Row> rows = new ArrayList<>();
        collect(root, root, 0, rows);
        rows.sort(Comparator.comparingLong(Row::createdMillis).thenComparing(Row::name));
        return rows;
    }

    private static void collect(Path directory, Path root, int depth, List<Row> rows) throws IOException {
        if (Files.exists(directory.resolve(Recording.MANIFEST))) {
            rows.add(row(directory, root));
        } else if (depth < MAX_DEPTH && Files.isReadable(directory) && !Files.isSymbolicLink(directory)) {
            try (Stream<Path> entries = Files.list(directory)) {
                for (Path entry : entries.filter(Files::isDirectory).toList()) {
                    if (!DraftDirectory.isDraft(entry)) {
                        collect(entry, root, depth + 1, rows);
                    }
                }
            }
        }
    }

    private static Row row(Path directory, Path root) {
        String name = directory.equals(root)
                ? root.toString()
                : root.relativize(directory).toString();
        try {
            return new Row(name, Optional.of(Summary.of(RecordingArgument.open(directory))), "");
        } catch (IOException | CommandFailure e) {
            return new Row(name, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    static List<String> lines(List<Row> rows, ZoneId zone) {
        Table table = new Table(
                Table.Side.LEFT, Table.Side.LEFT, Table.Side.LEFT, Table.Side.RIGHT, Table.Side.RIGHT, Table.Side.LEFT);
        table.row("NAME", "WHEN", "PROGRAM", "EVENTS", "SIZE", "ENDED");
        for (Row row : rows) {
            String name = Printable.line(row.name());
            if (row.summary().isEmpty()) {
                table.row(name, "", "", "", "", "unreadable: " + Printable.line(row.problem()));
            } else {
                Summary summary = row.summary().get();
                table.row(
                        name,
                        Times.moment(summary.createdMillis(), zone),
                        Printable.line(summary.program()),
                        Long.toString(summary.events()),
                        new ByteSize(summary.sizeBytes()).toString(),
                        Printable.line(summary.failure().behind(summary.ending().describe())));
            }
        }
        return table.lines();
    }

    static List<Object> json(List<Row> rows) {
        List<Object> list = new ArrayList<>();
        for (Row row : rows) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("name", row.name());
            row.summary()
                    .ifPresentOrElse(summary -> describe(summary, object), () -> object.put("problem", row.problem()));
            list.add(object);
        }
        return list;
    }

    private static void describe(Summary summary, Map<String, Object> object) {
        object.put("createdMillis", summary.createdMillis());
        object.put("program", summary.program());
        object.put("state", summary.ending().state().name().toLowerCase(Locale.ROOT));
        object.put("exitCode", summary.ending().exitCode().orElse(null));
        object.put("failure", summary.failure().why());
        object.put("events", summary.events());
        object.put("threads", summary.threads());
        object.put("sizeBytes", summary.sizeBytes());
    }
}
