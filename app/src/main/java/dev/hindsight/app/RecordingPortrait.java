package dev.hindsight.app;

import dev.hindsight.trace.FailedTest;
import dev.hindsight.trace.Recording;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Describes one recording in full, for people and for programs. */
final class RecordingPortrait {
    private static final int KINDS_SHOWN = 20;

    private final Recording recording;
    private final Summary summary;
    private final Traffic traffic;

    RecordingPortrait(Recording recording, Summary summary, Traffic traffic) {
        this.recording = recording;
        this.summary = summary;
        this.traffic = traffic;
    }

    List<String> lines(ZoneId zone) {
        Table facts = new Table(Table.Side.LEFT, Table.Side.LEFT)
                .row("program", Printable.line(summary.program()))
                .row("command", Printable.line(ShellWords.join(summary.command())))
                .row("directory", Printable.line(Summary.workingDirectory(recording)))
                .row("JDK", Printable.line(jdk()))
                .row("recorded", Times.moment(summary.createdMillis(), zone))
                .row("duration", Times.duration(durationMillis()))
                .row("ended", Printable.line(summary.ending().describe()))
                .row("threads", number(summary.threads()) + mode())
                .row("events", number(summary.events()))
                .row("read", number(traffic.readBytes()) + " bytes")
                .row("written", number(traffic.writtenBytes()) + " bytes")
                .row("size", new ByteSize(summary.sizeBytes()).toString());
        summary.failure().head().ifPresent(line -> facts.row("failed", Printable.line(line)));
        if (recording.manifest().get("seed") instanceof Long seed) {
            facts.row("seed", Long.toString(seed));
        }
        if (summary.chaos().isPresent()) {
            facts.row("chaos", "seed " + summary.chaos().getAsLong());
        }
        if (recording.manifest().containsKey(Recording.SCRUBBED)) {
            facts.row("scrubbed", "a copy in which matches of patterns were replaced");
        }
        if (summary.children() > 0) {
            facts.row("children", number(summary.children()));
        }
        List<String> lines = new ArrayList<>(facts.lines());
        if (traffic.cut()) {
            lines.add("The recording was cut while it was written; it can be replayed up to there.");
        }
        lines.addAll(kinds());
        lines.addAll(stacks());
        return lines;
    }

    private String mode() {
        String mode = recording.manifest().get("threads") instanceof String word ? ", " + Printable.line(word) : "";
        Object analysis = recording.manifest().get(Recording.ANALYSIS);
        return analysis == null
                ? mode
                : mode + (analysis.equals("check") ? ", checking the analysis" : ", analyzed ahead");
    }

    private String jdk() {
        return text("jdk", "version") + ", " + text("jdk", "vm") + ", " + text("jdk", "home") + ", "
                + text("os", "name") + " " + text("os", "arch");
    }

    private String text(String group, String key) {
        Object value = recording.manifest().get(group) instanceof Map<?, ?> map ? map.get(key) : null;
        return value == null ? "unknown" : value.toString();
    }

    /** Without a proper end, up to the last thing that was written. */
    private long durationMillis() {
        return recording.end().get("wallMillis") instanceof Long millis
                ? millis
                : Math.max(0, traffic.lastMillis() - summary.createdMillis());
    }

    private List<String> kinds() {
        if (traffic.kinds().isEmpty()) {
            return List.of();
        }
        Table table = new Table(Table.Side.RIGHT, Table.Side.LEFT);
        traffic.kinds().entrySet().stream()
                .limit(KINDS_SHOWN)
                .forEach(kind -> table.row("  " + number(kind.getValue()), Printable.line(kind.getKey())));
        List<String> lines = new ArrayList<>(List.of("", "events by kind:"));
        lines.addAll(table.lines());
        int more = traffic.kinds().size() - KINDS_SHOWN;
        if (more > 0) {
            lines.add("  and " + more + " more kinds");
        }
        return lines;
    }

    private List<String> stacks() {
        List<String> lines = new ArrayList<>();
        summary.allWarnings().forEach(warning -> lines.add("warning: " + Printable.line(warning)));
        for (FailedTest test : summary.failedTests()) {
            addStack(lines, "failed test: " + Printable.line(test.name()), test.message());
        }
        summary.ending().exception().ifPresent(stack -> addStack(lines, "uncaught exception:", stack));
        for (String stack : summary.ending().uncaught()) {
            addStack(lines, "uncaught exception:", stack);
        }
        if (!summary.ending().stuck().isEmpty()) {
            addStack(lines, "stuck:", String.join("\n", summary.ending().stuck()));
        }
        if (!summary.ending().where().isEmpty()) {
            addStack(
                    lines,
                    "where threads were:",
                    String.join("\n", summary.ending().where()));
        }
        return lines;
    }

    private static void addStack(List<String> lines, String title, String stack) {
        lines.add("");
        lines.add(title);
        stack.lines().forEach(line -> lines.add("  " + Printable.lines(line)));
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    Map<String, Object> json() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("directory", recording.directory().toAbsolutePath().toString());
        object.put("program", summary.program());
        object.put("command", summary.command());
        object.put("workingDirectory", Summary.workingDirectory(recording));
        object.put("jdk", recording.manifest().get("jdk"));
        object.put("os", recording.manifest().get("os"));
        object.put("createdMillis", summary.createdMillis());
        object.put("durationMillis", durationMillis());
        object.put("state", summary.ending().state().name().toLowerCase(Locale.ROOT));
        object.put("exitCode", summary.ending().exitCode().orElse(null));
        object.put("kind", recording.end().get("kind"));
        object.put("failure", summary.failure().why());
        object.put("stopped", summary.ending().stopped().orElse(null));
        object.put("warnings", summary.allWarnings());
        object.put("exception", summary.ending().exception().orElse(null));
        object.put("uncaught", recording.end().getOrDefault("uncaught", List.of()));
        object.put("stuck", summary.ending().stuck());
        object.put("where", summary.ending().where());
        object.put(
                "failedTests",
                summary.failedTests().stream().map(FailedTest::json).toList());
        object.put("cut", traffic.cut());
        object.put("threads", summary.threads());
        object.put("threadMode", recording.manifest().get("threads"));
        object.put(Recording.ANALYSIS, recording.manifest().get(Recording.ANALYSIS));
        object.put("seed", recording.manifest().get("seed"));
        object.put("chaos", recording.manifest().get("chaos"));
        object.put("events", summary.events());
        object.put("eventsByKind", traffic.kinds());
        object.put("readBytes", traffic.readBytes());
        object.put("writtenBytes", traffic.writtenBytes());
        object.put("sizeBytes", summary.sizeBytes());
        object.put("children", summary.children());
        return object;
    }
}
