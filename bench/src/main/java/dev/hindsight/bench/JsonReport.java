package dev.hindsight.bench;

import dev.hindsight.trace.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Shows results as JSON, each single run included. */
final class JsonReport {
    private final Setting setting;
    private final SubjectResult startup;
    private final List<SubjectResult> results;
    private final List<String> failures;

    JsonReport(Setting setting, SubjectResult startup, List<SubjectResult> results, List<String> failures) {
        this.setting = setting;
        this.startup = startup;
        this.results = List.copyOf(results);
        this.failures = List.copyOf(failures);
    }

    String text() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("jdk", setting.jdk());
        object.put("machine", setting.machine());
        object.put("pairs", setting.pairs());
        object.put("seconds", setting.seconds());
        object.put("threads", setting.threads());
        object.put("startup", startup());
        object.put("subjects", results.stream().map(this::subject).toList());
        object.put("failures", failures);
        return Json.write(object);
    }

    private Map<String, Object> startup() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("recordingAddsSeconds", estimate(startup.cpuDifference(Round::recorded)));
        object.put("replayingAddsSeconds", estimate(startup.cpuDifference(Round::replayed)));
        object.put("rounds", rounds(startup));
        return object;
    }

    private Map<String, Object> subject(SubjectResult result) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", result.subject().toString());
        object.put("scale", result.scale());
        object.put("record", variant(result, Round::recorded));
        object.put("replay", variant(result, Round::replayed));
        object.put("logBytes", result.size().logBytes());
        object.put("recordingBytes", result.size().allBytes());
        object.put("events", result.size().events());
        object.put("readBytes", result.size().readBytes());
        object.put("writtenBytes", result.size().writtenBytes());
        object.put("rounds", rounds(result));
        return object;
    }

    private Map<String, Object> variant(SubjectResult result, Function<Round, Measurement> variant) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("cpuRatio", estimate(result.cpuRatio(variant)));
        object.put("cpuRatioWithoutStartup", estimate(result.cpuRatioWithout(startup, variant)));
        object.put("wallRatio", estimate(result.wallRatio(variant)));
        return object;
    }

    private static List<Map<String, Object>> rounds(SubjectResult result) {
        return result.rounds().stream().map(JsonReport::round).toList();
    }

    private static Map<String, Object> round(Round round) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("plain", measurement(round.plain()));
        object.put("recorded", measurement(round.recorded()));
        object.put("replayed", measurement(round.replayed()));
        return object;
    }

    private static Map<String, Object> measurement(Measurement measurement) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("cpuSeconds", measurement.cpuSeconds());
        object.put("wallSeconds", measurement.wallSeconds());
        object.put("peakBytes", measurement.peakBytes());
        return object;
    }

    /** JSON has no infinity: an interval without bounds has none. */
    private static Map<String, Object> estimate(Estimate estimate) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("value", estimate.value());
        if (estimate.bounded()) {
            object.put("low", estimate.low());
            object.put("high", estimate.high());
        }
        return object;
    }
}
