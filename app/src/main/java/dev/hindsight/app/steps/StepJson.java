package dev.hindsight.app.steps;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The same for programs. */
public final class StepJson {
    private StepJson() {}

    /** @param stuck who cannot go on */
    public static Map<String, Object> of(Steps steps, List<StepView.Row> rows, Races races, List<Standstill> stuck) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("steps", steps.count());
        json.put("kept", (long) steps.kept().size());
        List<Object> threads = new ArrayList<>();
        steps.threads().forEach((number, name) -> threads.add(thread(number, name)));
        json.put("threads", threads);
        steps.failure().ifPresent(failure -> {
            json.put("failed", (long) failure.thread());
            failure.step().ifPresent(step -> json.put("failedStep", step.number()));
            put(json, "failedTest", failure.test());
            json.put("thrown", failure.what());
        });
        List<Object> shown = new ArrayList<>();
        for (StepView.Row row : rows) {
            if (row.step() == null) {
                Map<String, Object> fold = new LinkedHashMap<>();
                fold.put("folded", (long) row.folded());
                if (row.times() > 0) {
                    fold.put("times", (long) row.times());
                }
                shown.add(fold);
            } else {
                Map<String, Object> step = step(row.step());
                put(step, "result", row.result());
                if (row.seen() != null) {
                    step.put("seen", row.seen().number());
                }
                step.put("race", races.has(row.step()));
                shown.add(step);
            }
        }
        json.put("rows", shown);
        if (!steps.contents().isEmpty()) {
            json.put("contents", contents(steps));
        }
        List<Object> pairs = new ArrayList<>();
        for (Races.Race race : races.all()) {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("count", (long) race.count());
            pair.put("first", step(race.first()));
            pair.put("second", step(race.second()));
            pair.put("failureDepends", races.isOfFailure(race));
            pairs.add(pair);
        }
        json.put("races", pairs);
        List<Object> waits = new ArrayList<>();
        for (Locks.Wait wait : Locks.after(steps).cycle()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("waits", step(wait.wanted()));
            each.put("taken", step(wait.taken()));
            waits.add(each);
        }
        json.put("deadlock", waits);
        List<Object> standing = new ArrayList<>();
        for (Standstill each : stuck) {
            Map<String, Object> thread = new LinkedHashMap<>();
            thread.put("waits", each.told());
            each.last().ifPresent(step -> thread.put("last", step(step)));
            standing.add(thread);
        }
        json.put("stuck", standing);
        return json;
    }

    private static List<Object> contents(Steps steps) {
        List<Object> objects = new ArrayList<>();
        for (Steps.Content each : steps.contents()) {
            List<Object> parts = new ArrayList<>();
            each.parts().forEach(part -> parts.add(Map.of("name", part.getKey(), "value", part.getValue())));
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("object", each.object());
            object.put("parts", parts);
            object.put("more", each.left());
            objects.add(object);
        }
        return objects;
    }

    private static Map<String, Object> thread(int number, String name) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("thread", (long) number);
        json.put("name", name);
        return json;
    }

    private static Map<String, Object> step(Step step) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("step", step.number());
        json.put("thread", (long) step.thread());
        json.put("event", step.events());
        json.put("does", step.kind().word());
        put(json, "class", step.site().className());
        put(json, "method", step.site().method());
        put(json, "source", step.site().source());
        if (step.site().line() > 0) {
            json.put("line", (long) step.site().line());
        }
        put(json, "location", step.location());
        put(json, "owner", step.site().owner());
        put(json, "name", step.site().name());
        put(json, "value", step.value());
        return json;
    }

    private static void put(Map<String, Object> json, String key, String text) {
        if (!text.isEmpty()) {
            json.put(key, text);
        }
    }
}
