package dev.hindsight.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Shows results as tables that can be pasted into a page. */
final class MarkdownReport {
    private static final double MEBIBYTE = 1 << 20;

    private final Setting setting;
    private final SubjectResult startup;
    private final List<SubjectResult> results;

    MarkdownReport(Setting setting, SubjectResult startup, List<SubjectResult> results) {
        this.setting = setting;
        this.startup = startup;
        this.results = List.copyOf(results);
    }

    String text() {
        List<String> lines = new ArrayList<>();
        lines.add(circumstances(setting) + "; threads: " + setting.threads() + "; ± is the 95 % confidence interval");
        lines.add("");
        lines.addAll(startupTable());
        if (!results.isEmpty()) {
            lines.add("");
            lines.addAll(costTable());
            lines.add("");
            lines.addAll(sizeTable());
        }
        return String.join("\n", lines) + "\n";
    }

    /** Times and sizes of several recorders side by side. */
    static String contest(Setting setting, Set<Contender> contenders, List<List<String>> rows) {
        List<String> head = new ArrayList<>(List.of("subject", "plain s: elapsed / CPU"));
        for (Contender contender : contenders) {
            if (contender != Contender.PLAIN) {
                head.add(contender + ": elapsed / CPU / MiB");
            }
        }
        List<String> lines = new ArrayList<>(List.of(circumstances(setting), ""));
        lines.addAll(table(head, rows));
        return String.join("\n", lines) + "\n";
    }

    private static String circumstances(Setting setting) {
        return String.format(
                Locale.ROOT,
                "%s; %s; pairs: %d; runs of at least %.0f s",
                setting.jdk(),
                setting.machine(),
                setting.pairs(),
                setting.seconds());
    }

    private List<String> startupTable() {
        List<List<String>> rows = List.of(List.of(
                seconds(startup.average(Round::plain, Measurement::cpuSeconds)),
                added(startup.cpuDifference(Round::recorded)),
                added(startup.cpuDifference(Round::replayed))));
        return table(List.of("start-up: plain CPU s", "recording adds", "replaying adds"), rows);
    }

    private List<String> costTable() {
        List<List<String>> rows = new ArrayList<>();
        for (SubjectResult result : results) {
            rows.add(List.of(
                    result.subject().toString(),
                    result.subject().load().toString().toLowerCase(Locale.ROOT),
                    seconds(result.average(Round::plain, Measurement::cpuSeconds)),
                    ratio(result.cpuRatio(Round::recorded)),
                    withoutStartup(result, Round::recorded),
                    ratio(result.wallRatio(Round::recorded)),
                    ratio(result.cpuRatio(Round::replayed)),
                    withoutStartup(result, Round::replayed),
                    ratio(result.wallRatio(Round::replayed))));
        }
        return table(
                List.of(
                        "subject",
                        "load",
                        "plain CPU s",
                        "record",
                        "record without start-up",
                        "record, elapsed",
                        "replay",
                        "replay without start-up",
                        "replay, elapsed"),
                rows);
    }

    private List<String> sizeTable() {
        List<List<String>> rows = new ArrayList<>();
        for (SubjectResult result : results) {
            RecordingSize size = result.size();
            rows.add(List.of(
                    result.subject().toString(),
                    mebibytes(size.readBytes()),
                    mebibytes(size.writtenBytes()),
                    String.format(Locale.ROOT, "%,d", size.events()),
                    mebibytes(size.logBytes()),
                    size.logPerInputByte().isPresent()
                            ? String.format(
                                    Locale.ROOT, "%.3f", size.logPerInputByte().getAsDouble())
                            : "–",
                    mebibytes(size.allBytes()),
                    peak(result, Round::plain) + " / " + peak(result, Round::recorded) + " / "
                            + peak(result, Round::replayed)));
        }
        return table(
                List.of(
                        "subject",
                        "read MiB",
                        "written MiB",
                        "events",
                        "log MiB",
                        "log per input byte",
                        "recording MiB",
                        "peak MiB: plain / record / replay"),
                rows);
    }

    private static List<String> table(List<String> head, List<List<String>> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(row(head));
        lines.add("|---" + String.join("", Collections.nCopies(head.size() - 1, "|---:")) + "|");
        rows.forEach(row -> lines.add(row(row)));
        return lines;
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String peak(SubjectResult result, Function<Round, Measurement> variant) {
        ToDoubleFunction<Measurement> bytes = Measurement::peakBytes;
        return String.format(Locale.ROOT, "%.0f", result.average(variant, bytes) / MEBIBYTE);
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.2f", bytes / MEBIBYTE);
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.2f", seconds);
    }

    /** What is left of a program that mostly waits is too little to be compared. */
    private String withoutStartup(SubjectResult result, Function<Round, Measurement> variant) {
        return result.subject().load() == Subject.Load.WAITING ? "–" : ratio(result.cpuRatioWithout(startup, variant));
    }

    private static String added(Estimate estimate) {
        return String.format(Locale.ROOT, "%.3f s%s", estimate.value(), margin(estimate));
    }

    private static String ratio(Estimate estimate) {
        return String.format(Locale.ROOT, "%.3f×%s", estimate.value(), margin(estimate));
    }

    private static String margin(Estimate estimate) {
        return estimate.bounded() ? String.format(Locale.ROOT, " ± %.3f", estimate.high() - estimate.value()) : "";
    }
}
