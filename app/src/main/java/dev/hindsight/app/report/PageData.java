package dev.hindsight.app.report;

import dev.hindsight.app.steps.Failure;
import dev.hindsight.app.steps.Locks;
import dev.hindsight.app.steps.Races;
import dev.hindsight.app.steps.Standstill;
import dev.hindsight.app.steps.Step;
import dev.hindsight.app.steps.StepView;
import dev.hindsight.app.steps.Steps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What the page shows, as its script reads it.
 *
 * <p>There may be a hundred thousand steps: they are columns of numbers, and each text stands there once. A row is a step, or a
 * call with its result; other parts name rows by their place.
 */
public final class PageData {
    private static final int RELEVANT = 1;
    private static final int RACES = 2;
    private static final int NONE = -1;

    private final Steps steps;
    private final UnaryOperator<String> harmless;
    private final List<StepView.Row> rows;
    private final Races races;
    private final Predicate<Step> relevant;
    private final Map<Long, Integer> rowOfStep = new HashMap<>();
    private final Map<String, Integer> texts = new LinkedHashMap<>();
    private final Map<Step.Site, Integer> sites = new LinkedHashMap<>();
    private final List<String> lanes = new ArrayList<>();
    /** Those of their threads, as far as they have steps. */
    private final List<Integer> laneNumbers = new ArrayList<>();

    private final Map<Integer, Integer> laneOfThread = new HashMap<>();
    private final Map<String, Object> json = new LinkedHashMap<>();

    /** @param harmless keeps what the program chose from looking like something else */
    public PageData(Steps steps, UnaryOperator<String> harmless) {
        this.steps = steps;
        this.harmless = harmless;
        StepView view = StepView.of(steps, StepView.Repetition.SHOWN);
        this.races = Races.in(steps);
        this.rows = view.rows();
        this.relevant = view.relevant(races);
        for (int i = 0; i < rows.size(); i++) {
            rowOfStep.put(rows.get(i).step().number(), i);
        }
        steps.threads().forEach((number, name) -> {
            laneOfThread.put(number, lanes.size());
            lanes.add(harmless.apply(name));
            laneNumbers.add(number);
        });
        json.put("count", steps.count());
        json.put("kept", steps.kept().size());
        json.put(
                "failed",
                steps.failure()
                        .map(failure -> laneOfThread.get(failure.thread()))
                        .orElse(NONE));
        json.put(
                "failing",
                steps.failure().flatMap(Failure::step).map(this::rowUpTo).orElse(NONE));
        json.put("test", steps.failure().map(Failure::test).map(harmless).orElse(""));
        json.put("thrown", steps.failure().map(Failure::what).orElse("").strip());
        json.put("stuck", List.of());
        putSteps();
        putRaces();
        putLocks();
    }

    /** What is told about the recording as a whole. */
    public void putFacts(String program, Map<String, String> facts) {
        json.put("program", program);
        json.put("facts", facts);
    }

    /**
     * Who cannot go on.
     *
     * @param ended whether the program ended by itself
     */
    public void putStandstill(List<Standstill> threads, boolean ended) {
        List<Object> stuck = new ArrayList<>();
        for (Standstill thread : threads) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("told", harmless.apply(thread.told()));
            each.put("last", thread.last().map(this::rowUpTo).orElse(NONE));
            stuck.add(each);
        }
        json.put("stuck", stuck);
        String title = Standstill.title(ended);
        json.put("stuckTitle", Character.toUpperCase(title.charAt(0)) + title.substring(1));
    }

    /** The row of a step, or, if it belongs to another row, that of the last one of its thread before. */
    private int rowUpTo(Step step) {
        int found = NONE;
        for (int i = 0; i < rows.size(); i++) {
            Step each = rows.get(i).step();
            found = each.thread() == step.thread() && each.number() <= step.number() ? i : found;
        }
        return found;
    }

    /** What the page says first. */
    public void putNotes(List<String> notes) {
        json.put("notes", notes);
    }

    /** Which source files would be of use: package and name, as {@code demo/Account.java}. */
    public Set<String> sourcePaths() {
        Set<String> paths = new LinkedHashSet<>();
        sites.keySet().forEach(site -> paths.add(path(site)));
        paths.remove("");
        return paths;
    }

    private static String path(Step.Site site) {
        boolean strange = site.source().isEmpty()
                || site.source().contains("/")
                || site.source().contains("\\");
        if (strange || site.source().equals("..")) {
            return "";
        }
        int end = site.className().lastIndexOf('.');
        return site.className().substring(0, end + 1).replace('.', '/') + site.source();
    }

    public void putSources(Map<String, String> sources) {
        json.put("sources", sources);
    }

    private int text(String text) {
        return texts.computeIfAbsent(harmless.apply(text), unknown -> texts.size());
    }

    private int row(Step step) {
        return step == null ? NONE : rowOfStep.getOrDefault(step.number(), NONE);
    }

    private void putSteps() {
        Map<String, long[]> columns = new LinkedHashMap<>();
        for (String name : List.of(
                "number", "lane", "kind", "site", "location", "value", "result", "seen", "partner", "flags", "event")) {
            columns.put(name, new long[rows.size()]);
        }
        for (int i = 0; i < rows.size(); i++) {
            StepView.Row row = rows.get(i);
            Step step = row.step();
            columns.get("number")[i] = step.number();
            columns.get("lane")[i] = laneOfThread.get(step.thread());
            columns.get("kind")[i] = step.kind().ordinal();
            columns.get("site")[i] = sites.computeIfAbsent(step.site(), unknown -> sites.size());
            columns.get("location")[i] = text(step.location());
            columns.get("value")[i] = text(step.value());
            columns.get("result")[i] = text(row.result());
            columns.get("seen")[i] = row(row.seen());
            columns.get("partner")[i] = races.partner(step).map(this::row).orElse(NONE);
            columns.get("flags")[i] = (relevant.test(step) ? RELEVANT : 0) | (races.has(step) ? RACES : 0);
            columns.get("event")[i] = step.events();
        }
        json.put("steps", columns);
        json.put("started", started());
    }

    /** The lanes of threads that were started, by the row of the step that did it. */
    private Map<String, Object> started() {
        Map<String, Integer> laneOfObject = new HashMap<>();
        steps.threadObjects().forEach((number, object) -> laneOfObject.put(object, laneOfThread.get(number)));
        Map<String, Object> started = new LinkedHashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            Step step = rows.get(i).step();
            if (step.kind() == Step.Kind.START && laneOfObject.get(step.target()) != null) {
                started.put(Integer.toString(i), laneOfObject.get(step.target()));
            }
        }
        return started;
    }

    private void putRaces() {
        List<Object> contests = new ArrayList<>();
        for (Races.Contest contest : races.contests()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("name", text(contest.name()));
            each.put("count", contest.count());
            each.put("others", contest.others());
            each.put("matters", contest.matters());
            each.put("first", row(contest.shown().first()));
            each.put("second", row(contest.shown().second()));
            contests.add(each);
        }
        json.put("races", contests);
    }

    private void putLocks() {
        Locks locks = Locks.after(steps);
        json.put("holds", spans(locks.holds()));
        json.put("waits", spans(locks.waits()));
        List<Object> circle = new ArrayList<>();
        for (Locks.Wait wait : locks.cycle()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("wanted", row(wait.wanted()));
            each.put("taken", row(wait.taken()));
            each.put("lock", text(wait.wanted().target()));
            circle.add(each);
        }
        json.put("deadlock", circle);
    }

    /** From which row to which: pairs, one after the other. */
    private long[] spans(List<Locks.Span> spans) {
        long[] pairs = new long[2 * spans.size()];
        for (int i = 0; i < spans.size(); i++) {
            pairs[2 * i] = row(spans.get(i).from());
            pairs[2 * i + 1] = row(spans.get(i).until());
        }
        return pairs;
    }

    /**
     * Puts events between the steps.
     *
     * @param marks in the order in which they happened
     * @param threadNames those of the recording, by number
     */
    public void putMarks(List<Mark> marks, Map<Integer, String> threadNames) {
        Map<Integer, Integer> laneOfLog = lanesOfLogs(marks, threadNames);
        Map<String, long[]> columns = new LinkedHashMap<>();
        for (String name : List.of("before", "lane", "kind", "order", "name", "text")) {
            columns.put(name, new long[marks.size()]);
        }
        int next = 0;
        for (int i = 0; i < marks.size(); i++) {
            Mark mark = marks.get(i);
            while (next < rows.size() && rows.get(next).step().events() <= mark.order()) {
                next++;
            }
            columns.get("before")[i] = next;
            columns.get("lane")[i] = laneOfLog.get(mark.thread());
            columns.get("kind")[i] = mark.kind().ordinal();
            columns.get("order")[i] = mark.order() == Long.MAX_VALUE ? NONE : mark.order();
            columns.get("name")[i] = text(mark.name());
            columns.get("text")[i] = texts.computeIfAbsent(mark.text(), unknown -> texts.size());
        }
        json.put("marks", columns);
    }

    /** A log belongs to the lane of the same name, the second one of that name to the second; others get lanes of their own. */
    private Map<Integer, Integer> lanesOfLogs(List<Mark> marks, Map<Integer, String> threadNames) {
        Map<String, List<Integer>> lanesOfName = new HashMap<>();
        for (int lane = 0; lane < lanes.size(); lane++) {
            lanesOfName
                    .computeIfAbsent(lanes.get(lane), unknown -> new ArrayList<>())
                    .add(lane);
        }
        Set<Integer> used = new LinkedHashSet<>();
        marks.forEach(mark -> used.add(mark.thread()));
        Map<Integer, Integer> lanesOfLogs = new HashMap<>();
        new TreeMap<>(threadNames).forEach((log, given) -> {
            String name = harmless.apply(given);
            List<Integer> free = lanesOfName.getOrDefault(name, List.of());
            if (!free.isEmpty()) {
                lanesOfLogs.put(log, free.remove(0));
            } else if (used.contains(log)) {
                lanesOfLogs.put(log, lanes.size());
                lanes.add(name);
            }
        });
        return lanesOfLogs;
    }

    /** Those of one name are told apart by their numbers, as {@code threads} does. */
    private List<String> laneNames() {
        List<String> names = new ArrayList<>();
        for (int lane = 0; lane < lanes.size(); lane++) {
            String name = lanes.get(lane);
            boolean alone = lanes.stream().filter(name::equals).count() == 1;
            names.add(alone || lane >= laneNumbers.size() ? name : name + " (" + laneNumbers.get(lane) + ")");
        }
        return names;
    }

    /** All of it; nothing can be put afterwards. */
    Map<String, Object> json() {
        json.put("threads", laneNames());
        List<Object> words = new ArrayList<>();
        for (Step.Kind kind : Step.Kind.values()) {
            words.add(kind.word());
        }
        json.put("words", words);
        List<Object> places = new ArrayList<>();
        for (Step.Site site : sites.keySet()) {
            places.add(List.of(
                    site.className(),
                    site.method(),
                    site.source(),
                    site.line(),
                    site.owner(),
                    site.name(),
                    path(site),
                    site.isOrdering()));
        }
        json.put("sites", places);
        json.put("texts", texts.keySet());
        return json;
    }
}
