package dev.hindsight.app.steps;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds pairs of steps of different threads that use one location, one of them writing, with nothing that orders them: no
 * monitor, volatile field, start or end of a thread, or call of what is made for threads.
 *
 * <p>What goes on inside {@code java.util.concurrent} is not known: whatever a thread does there is taken to order it behind all
 * who used the same object, and behind all others if it may have waited. So is a thread of which nothing was kept until now: it may have
 * waited since before the first step that was. So a race may be missed there. One may be made up where
 * threads are ordered by what tells no steps, and where an object is reached through a final field (JLS 17.5): that its constructor
 * has ended before is not followed.
 */
public final class Races {
    private static final String CONCURRENT = "java.util.concurrent.";
    /** Before the name of a class: its being initialised, as something that orders. */
    private static final String INITIALISATION = "<clinit> ";

    /** Calls that may return because of anything that another thread did. */
    private static final Set<String> WAITING = Set.of(
            "acquire",
            "await",
            "awaitAdvance",
            "awaitAdvanceInterruptibly",
            "awaitQuiescence",
            "awaitTermination",
            "arriveAndAwaitAdvance",
            "close",
            "exchange",
            "get",
            "getNow",
            "invoke",
            "invokeAll",
            "invokeAny",
            "isDone",
            "join",
            "lock",
            "lockInterruptibly",
            "poll",
            "readLock",
            "resultNow",
            "take",
            "takeFirst",
            "takeLast",
            "tryAcquire",
            "tryLock",
            "writeLock");

    /** Calls that leave a collection as it is. */
    private static final Set<String> READING = Set.of(
            "contains",
            "containsAll",
            "containsKey",
            "containsValue",
            "copyOf",
            "element",
            "equals",
            "first",
            "firstKey",
            "forEach",
            "get",
            "getFirst",
            "getLast",
            "getOrDefault",
            "hasNext",
            "hashCode",
            "indexOf",
            "isEmpty",
            "iterator",
            "entrySet",
            "keySet",
            "last",
            "lastIndexOf",
            "lastKey",
            "length",
            "peek",
            "peekFirst",
            "peekLast",
            "size",
            "spliterator",
            "stream",
            "subList",
            "toArray",
            "toString",
            "values",
            "getKey",
            "getValue",
            "cardinality");

    /** Classes of the JDK, outside {@code java.util.concurrent}, that many threads may use. */
    private static final Set<String> SAFE = Set.of(
            "java.util.Vector",
            "java.util.Stack",
            "java.util.Hashtable",
            "java.util.Properties",
            "java.util.Random",
            "java.util.Timer",
            "java.util.UUID",
            "java.util.Locale");

    /**
     * A pair of steps without an order.
     *
     * @param count how often there was one at the same two places
     */
    public record Race(Step first, Step second, int count) {}

    /**
     * What is raced for: a field, whatever object it was of, or an object, or others of its class used by the same class.
     *
     * @param count how often, at all places
     * @param others how many more objects or elements there are
     * @param shown the pair that tells most
     * @param matters whether the failure depends on it
     */
    public record Contest(String name, int count, int others, Race shown, boolean matters) {}

    /** Pairs at the same two places; of them that which tells most, and the first one of these. */
    private static final class Found {
        private Race best;
        /** How much the best one tells. */
        private int tells;
        /** The most that any of them is worth. */
        private int worth;

        private final Set<String> locations = new HashSet<>();
    }

    /** What a pair is worth: if the failure depends on what it uses, it may be what the thread saw, or a lost update. */
    private static final int SEEN = 6;

    private static final int LOST = 5;
    private static final int IN_THE_WAY = 3;
    private static final int AT_THE_PLACE = 2;
    /** The failure does not depend on it, as far as can be told; but that an update was lost is sure, and so is shown before what is below. */
    private static final int LOST_ELSEWHERE = 1;

    private static final int TELLS_LOST = 4;

    /** In the place of the number of a write: there was none. */
    private static final long NOTHING = -1;

    private final Steps steps;
    private final Map<Integer, Map<Integer, Integer>> clocks = new HashMap<>();
    private final Map<String, Map<Integer, Integer>> released = new HashMap<>();
    /** What a thread that is inside a call gets with its next step. */
    private final Map<Integer, Step> calling = new HashMap<>();

    private final Map<String, Step> writes = new HashMap<>();
    private final Map<String, Integer> writeClocks = new HashMap<>();
    private final Map<String, Map<Integer, Step>> reads = new HashMap<>();
    private final Map<String, Map<Integer, Integer>> readClocks = new HashMap<>();
    private final Map<String, Found> found = new LinkedHashMap<>();
    private final Dependence dependence;
    /** By thread and location, which write was there last when the thread looked. */
    private final Map<Integer, Map<String, Long>> looked = new HashMap<>();
    /** Which classes have been initialised, of whose being so a thread knows. */
    private final Map<Integer, Set<String>> initialised = new HashMap<>();
    /** With which other one a step races, by its number; the last of them. */
    private final Map<Long, Step> partners = new HashMap<>();

    /** Where others changed too late what the failure depends on. */
    private final Set<String> tooLate = new HashSet<>();

    private Races(Steps steps) {
        this.steps = steps;
        this.dependence = Dependence.of(steps);
    }

    public static Races in(Steps steps) {
        Races races = new Races(steps);
        for (Step step : steps.kept()) {
            races.follow(step);
        }
        return races;
    }

    /** One for each pair of places, the one that tells most, by when there was one first. */
    public List<Race> all() {
        return found.values().stream().map(each -> each.best).toList();
    }

    /** Whether a step is one of a pair. */
    public boolean has(Step step) {
        return partners.containsKey(step.number());
    }

    /** The step that this one raced with last; empty if it does not. */
    public Optional<Step> partner(Step step) {
        return Optional.ofNullable(partners.get(step.number()));
    }

    /** What is raced for; first what the failure depends on, then what concerns the thread that failed, then what was last. */
    public List<Contest> contests() {
        List<Found> ranked = new ArrayList<>(found.values());
        ranked.sort(Comparator.comparing((Found each) -> -each.worth)
                .thenComparing(each -> !concerns(each.best, steps.failed()))
                .thenComparing(each ->
                        each.worth >= AT_THE_PLACE ? 0 : -each.best.second().number()));
        Map<String, List<Found>> groups = new LinkedHashMap<>();
        for (Found each : ranked) {
            groups.computeIfAbsent(variable(each.best.first()), unknown -> new ArrayList<>())
                    .add(each);
        }
        return groups.values().stream().map(this::contest).toList();
    }

    private Contest contest(List<Found> group) {
        Found best = group.get(0);
        Found shown = best;
        for (Found each : group) {
            shown = each.tells > shown.tells ? each : shown;
        }
        Set<String> locations = new HashSet<>();
        group.forEach(each -> locations.addAll(each.locations));
        int count = group.stream().mapToInt(each -> each.best.count()).sum();
        Step first = shown.best.first();
        boolean field = isField(first);
        return new Contest(
                field ? variable(first) : first.location(),
                count,
                field ? 0 : locations.size() - 1,
                shown.best,
                best.worth >= AT_THE_PLACE);
    }

    private static boolean concerns(Race race, int thread) {
        return race.first().thread() == thread || race.second().thread() == thread;
    }

    private static boolean isField(Step step) {
        return step.isAccess() && !step.site().owner().isEmpty();
    }

    /** A field by its name, an object by its class and the one that uses it. */
    private static String variable(Step step) {
        return isField(step)
                ? step.site().owner() + "." + step.site().name()
                : type(step) + " in " + step.site().className();
    }

    private static String type(Step step) {
        return step.target().substring(0, Math.max(step.target().indexOf('#'), 0));
    }

    private Map<Integer, Integer> clock(int thread) {
        return clocks.computeIfAbsent(thread, unknown -> new HashMap<>(Map.of(unknown, 1)));
    }

    private void acquire(int thread, String what) {
        join(clock(thread), released.get(what));
    }

    private void release(int thread, String what) {
        join(released.computeIfAbsent(what, unknown -> new HashMap<>()), clock(thread));
        clock(thread).merge(thread, 1, Integer::sum);
    }

    private static void join(Map<Integer, Integer> into, Map<Integer, Integer> from) {
        if (from != null) {
            from.forEach((thread, time) -> into.merge(thread, time, Math::max));
        }
    }

    private void follow(Step step) {
        boolean first = !clocks.containsKey(step.thread());
        if (first && steps.isCut() && step.kind() != Step.Kind.BEGIN) {
            clock(step.thread());
            comeBehindAll(step.thread());
        }
        Step call = calling.remove(step.thread());
        if (call != null) {
            returned(call, step);
        }
        knows(step.thread(), step.site().className());
        if (step.isAccess() && step.target().isEmpty()) {
            knows(step.thread(), step.site().owner());
        }
        switch (step.kind()) {
            case ENTER, BEGIN -> acquire(step.thread(), step.target());
            case EXIT -> release(step.thread(), step.target());
            case START -> started(step);
            case READ, WRITE -> access(step);
            case CALL -> call(step);
            case INITIALISED -> release(step.thread(), INITIALISATION + step.location());
            default -> {}
        }
    }

    /** Who uses a class comes behind its initialisation (JLS 12.4.2). */
    private void knows(int thread, String className) {
        String initialisation = INITIALISATION + className;
        if (released.containsKey(initialisation)
                && initialised
                        .computeIfAbsent(thread, unknown -> new HashSet<>())
                        .add(className)) {
            acquire(thread, initialisation);
        }
    }

    private void started(Step step) {
        steps.threadObjects().forEach((number, object) -> {
            if (object.equals(step.target())) {
                join(clock(number), clock(step.thread()));
            }
        });
        clock(step.thread()).merge(step.thread(), 1, Integer::sum);
    }

    private void access(Step step) {
        if (step.site().isConstant()) {
            return;
        }
        if (step.site().isOrdering()) {
            acquire(step.thread(), step.location());
            if (step.kind() == Step.Kind.WRITE) {
                release(step.thread(), step.location());
            }
        } else {
            use(step, step.kind() == Step.Kind.WRITE);
        }
    }

    private void call(Step step) {
        boolean waits = step.site().owner().equals("java.lang.Object");
        boolean threads = step.site().owner().equals("java.lang.Thread");
        if (waits || threads || isMadeForThreads(step)) {
            release(step.thread(), step.target());
            if (!step.value().isEmpty()) {
                release(step.thread(), step.value());
            }
            calling.put(step.thread(), step);
        } else if (step.target().startsWith("java.")) {
            use(step, changes(step));
        }
    }

    /** Whether a step after the failure changes what that depends on, and races for: it may have come too late. */
    boolean isLate(Step step) {
        return steps.isAfterFailure(step) && changes(step) && tooLate.contains(step.location());
    }

    /** Whether the failure depends on what is raced for. */
    boolean isOfFailure(Race race) {
        return dependence.uses(race.first().location());
    }

    /** Whether the failure depends on what this step did. */
    boolean matters(Step step) {
        return dependence.has(step);
    }

    /** Whether a step changes what it uses. */
    static boolean changes(Step step) {
        return switch (step.kind()) {
            case READ -> false;
            case WRITE -> !step.site().isConstant();
            case CALL ->
                step.target().startsWith("java.text.")
                        || !READING.contains(step.site().name());
            default -> true;
        };
    }

    private static boolean isMadeForThreads(Step step) {
        String type = type(step);
        String owner = step.site().owner();
        return type.startsWith(CONCURRENT)
                || owner.startsWith(CONCURRENT)
                || type.startsWith("java.util.Collections$Sync")
                || SAFE.contains(type);
    }

    private void returned(Step call, Step next) {
        acquire(call.thread(), call.target());
        if (next.kind() == Step.Kind.RESULT && !next.value().isEmpty()) {
            acquire(call.thread(), next.value());
        }
        boolean ofThreads = call.site().owner().startsWith(CONCURRENT)
                || call.site().owner().equals("java.lang.Thread");
        if (ofThreads && WAITING.contains(call.site().name())) {
            comeBehindAll(call.thread());
        }
    }

    /** What the others have done so far is ordered before what a thread does from here on. */
    private void comeBehindAll(int own) {
        clocks.forEach((thread, clock) -> join(clock(own), clock));
        clocks.keySet().stream().filter(thread -> thread != own).toList().forEach(thread -> clock(thread)
                .merge(thread, 1, Integer::sum));
    }

    /** A location that nothing orders by itself is used. */
    private void use(Step step, boolean writes) {
        Map<Integer, Integer> clock = clock(step.thread());
        String location = step.location();
        Step writer = this.writes.get(location);
        Map<String, Long> own = looked.computeIfAbsent(step.thread(), unknown -> new HashMap<>());
        Long known = own.get(location);
        long current = writer == null ? NOTHING : writer.number();
        boolean lost = writes && known != null && known != current;
        if (writer != null && isUnordered(writer, writeClocks.get(location), step, clock)) {
            add(writer, step, lost);
        }
        if (writes) {
            Map<Integer, Integer> times = readClocks.getOrDefault(location, Map.of());
            reads.getOrDefault(location, Map.of()).forEach((thread, reader) -> {
                if (isUnordered(reader, times.get(thread), step, clock)) {
                    add(reader, step, false);
                }
            });
            this.writes.put(location, step);
            writeClocks.put(location, clock.get(step.thread()));
            reads.remove(location);
            readClocks.remove(location);
            own.put(location, step.number());
        } else {
            reads.computeIfAbsent(location, unknown -> new HashMap<>()).put(step.thread(), step);
            readClocks
                    .computeIfAbsent(location, unknown -> new HashMap<>())
                    .put(step.thread(), clock.get(step.thread()));
            own.put(location, current);
        }
    }

    private static boolean isUnordered(Step earlier, int time, Step step, Map<Integer, Integer> clock) {
        return earlier.thread() != step.thread() && clock.getOrDefault(earlier.thread(), 0) < time;
    }

    /** @param lost whether the second one wrote what it had made of an older value */
    private void add(Step first, Step second, boolean lost) {
        partners.put(first.number(), second);
        partners.put(second.number(), first);
        if (dependence.has(first) && steps.isAfterFailure(second)) {
            tooLate.add(second.location());
        }
        Found known =
                found.computeIfAbsent(first.site() + " " + second.site() + " " + type(first), unknown -> new Found());
        known.locations.add(first.location());
        int worth = worth(first, second, lost);
        int count = known.best == null ? 1 : known.best.count() + 1;
        int tells = worth == LOST_ELSEWHERE ? TELLS_LOST : worth;
        boolean tellsMore = known.best == null || tells > known.tells;
        known.best = new Race(tellsMore ? first : known.best.first(), tellsMore ? second : known.best.second(), count);
        known.tells = Math.max(tells, known.tells);
        known.worth = Math.max(worth, known.worth);
    }

    private int worth(Step first, Step second, boolean lost) {
        if (!dependence.uses(first.location())) {
            return lost ? LOST_ELSEWHERE : 0;
        }
        if (dependence.isSeen(first, second)) {
            return SEEN;
        }
        if (lost) {
            return LOST;
        }
        return dependence.has(first) && dependence.has(second) ? IN_THE_WAY : AT_THE_PLACE;
    }
}
