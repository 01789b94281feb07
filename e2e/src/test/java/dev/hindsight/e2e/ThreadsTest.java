package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.hindsight.e2e.Command.Result;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a recording tells about its threads, step by step. */
class ThreadsTest extends OnEachJdk {
    /** One thread takes away what the other has looked at; the order is one of time, so that it fails always. */
    private static final String OUTDATED =
            """
            public class Outdated {
                static class Session {
                    String user = "Ada";
                    long[] visits = {1, 2, 3};
                    final int limit = 9;
                }

                static final Session SESSION = new Session();
                static int count;

                public static void main(String[] args) throws Exception {
                    Thread closer = new Thread(Outdated::close, "closer");
                    closer.start();
                    count();
                    if (SESSION.user != null && SESSION.limit == 9) {
                        SESSION.visits[1]++;
                        Thread.sleep(500);
                        count();
                        System.out.println(SESSION.user.length());
                    }
                }

                private static void close() {
                    try {
                        Thread.sleep(100);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    count();
                    SESSION.user = null;
                }

                private static synchronized void count() {
                    count++;
                }
            }
            """;

    /** Two threads take two locks, each the other's first. */
    static final String LOCKED =
            """
            public class Locked {
                static final Object LEFT = new Object();
                static final Object RIGHT = new Object();

                public static void main(String[] args) throws Exception {
                    Thread other = new Thread(() -> take(RIGHT, LEFT), "other");
                    other.start();
                    take(LEFT, RIGHT);
                }

                private static void take(Object one, Object two) {
                    synchronized (one) {
                        try {
                            Thread.sleep(100);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        synchronized (two) {
                            System.out.println("both");
                        }
                    }
                }
            }
            """;

    private static final String HOLDING =
            """
            import java.util.*;
            import java.util.concurrent.atomic.AtomicInteger;

            public class Holding {
                public static void main(String[] args) {
                    Map<String, Integer> ages = new HashMap<>(Map.of("Ada", 36, "Grace", 37));
                    List<String> names = new ArrayList<>(Arrays.asList("Ada", null));
                    Deque<Integer> queue = new ArrayDeque<>(List.of(1, 2, 3));
                    queue.remove();
                    Set<Character> letters = new HashSet<>(Set.of('x'));
                    AtomicInteger count = new AtomicInteger(7);
                    System.out.println(ages.size() + names.size() + queue.size() + letters.size() + count.get());
                }
            }
            """;

    private static final String ASLEEP =
            """
            import java.util.concurrent.locks.Condition;
            import java.util.concurrent.locks.ReentrantLock;

            public class Asleep {
                public static void main(String[] args) throws Exception {
                    ReentrantLock lock = new ReentrantLock();
                    Condition full = lock.newCondition();
                    Thread waiter = new Thread(() -> {
                        lock.lock();
                        try {
                            full.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        } finally {
                            lock.unlock();
                        }
                    }, "waiter");
                    waiter.start();
                    waiter.join();
                }
            }
            """;

    @ParameterizedTest
    @MethodSource("jdks")
    void tellsWhoseValueTheFailingThreadSaw(Jdk jdk) throws Exception {
        bench.record(recording, bench.program(jdk, List.of(), "Outdated", OUTDATED));
        Result told = bench.runTool("threads", recording.toString());
        assertThat(told.exitCode()).isZero();
        assertThat(out(told))
                .containsPattern("Outdated\\.java:15 +! reads Outdated\\$Session#\\d+\\.user: \"Ada\"")
                .containsPattern("Outdated\\.java:30 +! writes Outdated\\$Session#\\d+\\.user = null")
                .containsPattern(
                        "Outdated\\.java:19 +! reads Outdated\\$Session#\\d+\\.user: null \\(of closer, \\d+\\)")
                .contains(
                        "  ^ main failed here\nthe failure depends on:\nrace on Outdated$Session.user, 2 times, one of them:\n")
                .contains("main ended with java.lang.NullPointerException")
                .doesNotContain("race on Outdated.count")
                .doesNotContain("limit");
        assertThat(err(told)).contains(" steps of 2 threads");
    }

    /** Where races are not recorded, it is said that they may be there, and where they are. */
    @ParameterizedTest
    @MethodSource("jdks")
    void findsRacesThatAreNotRecorded(Jdk jdk) throws Exception {
        List<String> words = bench.tool("record", "--threads", "sync", "-o", recording.toString(), "--");
        words.addAll(
                bench.program(
                        jdk,
                        List.of(),
                        "Racing",
                        """
                public class Racing {
                    static final Object LOCK = new Object();
                    static int guarded;
                    int hits;
                    final int[] places = new int[4];

                    public static void main(String[] args) throws Exception {
                        Racing racing = new Racing();
                        Thread[] threads = new Thread[2];
                        for (int i = 0; i < 2; i++) {
                            threads[i] = new Thread(racing::count);
                            threads[i].start();
                        }
                        for (Thread thread : threads) {
                            thread.join();
                        }
                        if (racing.hits + racing.places[3] + guarded > 0) {
                            throw new IllegalStateException("counted");
                        }
                    }

                    private void count() {
                        for (int i = 0; i < 2000; i++) {
                            hits++;
                            places[3]++;
                            synchronized (LOCK) {
                                guarded++;
                            }
                        }
                    }
                }
                """));
        assertThat(err(bench.run(words))).contains("hindsight threads names such places");
        assertThat(out(bench.runTool("threads", recording.toString())))
                .contains("race on Racing.hits, ")
                .containsPattern("race on int\\[\\]\\S*, ")
                .doesNotContain("race on Racing.guarded");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void namesTheCircleOfADeadlock(Jdk jdk) throws Exception {
        List<String> words = bench.recordCommand(recording, bench.program(jdk, List.of(), "Locked", LOCKED));
        Process stuck = bench.start(words, bench.path("out"));
        try {
            Workbench.await(
                    () -> Optional.of(Workbench.read(bench.path("started.err")))
                            .filter(said -> said.contains("'other' waits for")),
                    "the deadlock to be said");
        } finally {
            stuck.descendants().forEach(ProcessHandle::destroyForcibly);
        }
        Workbench.end(stuck);
        Result told = bench.runTool("threads", recording.toString());
        assertThat(out(told))
                .containsPattern("deadlock:\n  main waits at Locked\\.java:18 for java\\.lang\\.Object#\\d+\n"
                        + "    which other took at Locked\\.java:12 \\(step \\d+\\)\n  other waits");
    }

    @Test
    void showsWhatIsAskedFor() throws Exception {
        bench.record(recording, bench.program("Outdated", OUTDATED));
        String all = out(bench.runTool("threads", "--all", "--last=1000", recording.toString()));
        assertThat(all).contains("limit = 9").contains("enters Class:Outdated#").doesNotContain("…");
        assertThat(out(bench.runTool("threads", "--thread", "closer", recording.toString())))
                .contains("writes")
                .doesNotContain("reads Outdated$Session.user");
        assertThat(out(bench.runTool("threads", "--around", "Outdated.java:16", "--last=1", recording.toString())))
                .containsPattern("writes long\\[\\]#\\d+\\[1\\] = 3");
        assertThat(out(bench.runTool("threads", "--around", "visits", "--last=1", recording.toString())))
                .containsPattern("reads Outdated\\$Session#\\d+\\.visits: long\\[\\]#\\d+");
        for (List<String> more : List.of(List.<String>of(), List.of("--json"))) {
            List<String> words = bench.tool("threads", "--around", "nothing", recording.toString());
            words.addAll(more);
            Result nowhere = bench.run(words);
            assertThat(nowhere.exitCode()).isEqualTo(2);
            assertThat(err(nowhere)).contains("is at 'nothing'").doesNotContain("--steps");
        }
        Result nobody = bench.runTool("threads", "--thread", "nobody", recording.toString());
        assertThat(nobody.exitCode()).isEqualTo(2);
        assertThat(err(nobody)).contains("there is no thread 'nobody'; there are main (1), closer (");
    }

    @Test
    void showsWhatIsAroundAStepOrAnEvent() throws Exception {
        bench.record(recording, bench.program("Outdated", OUTDATED));
        JsonArray rows = json("--thread=closer").getAsJsonArray("rows");
        JsonObject write = rows.asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(row -> row.has("name") && row.get("name").getAsString().equals("user"))
                .findFirst()
                .orElseThrow();
        String number = write.get("step").getAsString();
        String event = write.get("event").getAsString();
        for (String where : List.of(number, "#" + number, "@" + event)) {
            String told = out(bench.runTool("threads", "--around", where, "--last=1", recording.toString()));
            assertThat(told).as(where).containsPattern("\n *" + number + "  Outdated\\.java:30 ");
        }
        assertThat(out(bench.runTool(
                        "threads", "--around", "Session.user", "--thread=main", "--last=3", recording.toString())))
                .contains("Outdated.java:19")
                .doesNotContain("Outdated.java:30  ");
        Result ofOther = bench.runTool("threads", "--around", number, "--thread=main", recording.toString());
        assertThat(ofOther.exitCode()).isEqualTo(2);
        assertThat(err(ofOther)).contains("of thread 'main' is at '" + number + "'");
        for (String beyond : List.of("#99999", "@99999")) {
            assertThat(bench.runTool("threads", "--around", beyond, recording.toString())
                            .exitCode())
                    .as(beyond)
                    .isEqualTo(2);
        }
        assertThat(out(bench.runTool("threads", "--at", number, recording.toString())))
                .containsPattern("\nOutdated\\$Session#\\d+ holds user = \"Ada\", visits = long\\[]#\\d+, limit = 9\n");
        assertThat(out(bench.runTool("threads", "--races", "--around=user", recording.toString())))
                .startsWith("race on Outdated$Session#")
                .doesNotContain("step  line");
        Result none = bench.runTool("threads", "--races", "--around=limit", recording.toString());
        assertThat(out(none)).isEmpty();
        assertThat(err(none))
                .contains("of places where steps race, in all, none of them with a step that was asked for");
    }

    @Test
    void jsonIsReadByOthers() throws Exception {
        bench.record(recording, bench.program("Outdated", OUTDATED));
        JsonObject told = json();
        assertThat(told.get("thrown").getAsString()).startsWith("java.lang.NullPointerException");
        assertThat(told.getAsJsonArray("stuck")).isEmpty();
        JsonObject race = told.getAsJsonArray("races").get(0).getAsJsonObject();
        assertThat(race.get("failureDepends").getAsBoolean()).isTrue();
        JsonArray rows = told.getAsJsonArray("rows");
        assertThat(rows.asList())
                .as("the row at which the thread failed")
                .anyMatch(row -> row.getAsJsonObject().has("step")
                        && row.getAsJsonObject().get("step").equals(told.get("failedStep"))
                        && row.getAsJsonObject().get("line").getAsInt() == 19);
    }

    private JsonObject json(String... more) throws Exception {
        List<String> words = bench.tool("threads", "--json", recording.toString());
        words.addAll(List.of(more));
        return JsonParser.parseString(out(bench.run(words))).getAsJsonObject();
    }

    @Test
    void whatRacesIsRedAtATerminal() throws Exception {
        PseudoTerminal.assume();
        bench.record(recording, bench.program("Outdated", OUTDATED));
        PseudoTerminal terminal = new PseudoTerminal(directory, World.environmentOfRecording());
        String screen = terminal.run(bench.tool("threads", recording.toString()), "", List.of())
                .screen();
        assertThat(screen)
                .containsPattern("Outdated\\.java:30 +\u001b\\[31m! writes")
                .contains("\u001b[2m")
                .contains("\u001b[31m");
        assertThat(out(bench.runTool("threads", recording.toString())))
                .as("in a pipe")
                .doesNotContain("\u001b");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void showsWhatObjectsHoldAtAStep(Jdk jdk) throws Exception {
        bench.record(recording, bench.program(jdk, List.of(), "Holding", HOLDING));
        Map<String, String> held = new TreeMap<>();
        for (JsonElement each : json("--all", "--last=1000").getAsJsonArray("rows")) {
            JsonObject row = each.getAsJsonObject();
            boolean looks = row.has("name")
                    && List.of("size", "get").contains(row.get("name").getAsString());
            if (looks) {
                String step = row.get("step").getAsString();
                String told = out(bench.runTool("threads", "--at", step, "--last=1", recording.toString()));
                told.lines()
                        .filter(line -> line.contains(" holds "))
                        .forEach(line -> held.put(line.replaceFirst("#.*", ""), line.replaceFirst(".* holds ", "")));
            }
        }
        assertThat(held)
                .containsEntry("HashMap", "\"Grace\" = 37, \"Ada\" = 36")
                .containsEntry("ArrayList", "[0] = \"Ada\", [1] = null")
                .containsEntry("ArrayDeque", "[0] = 2, [1] = 3")
                .containsEntry("HashSet", "[0] = x")
                .containsEntry("AtomicInteger", "value = 7");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void saysWhoCannotGoOn(Jdk jdk) throws Exception {
        List<String> words = bench.recordCommand(recording, bench.program(jdk, List.of(), "Asleep", ASLEEP));
        Process stuck = bench.start(words, bench.path("out"));
        try {
            Workbench.await(
                    () -> Optional.of(Workbench.read(bench.path("started.err")))
                            .filter(said -> said.contains("'waiter' waits for")),
                    "that nobody goes on to be said");
        } finally {
            stuck.descendants().forEach(ProcessHandle::destroy);
        }
        Workbench.end(stuck);
        assertThat(out(bench.runTool("threads", recording.toString())))
                .containsPattern(
                        "these threads cannot go on:\n(?s:.*)  'waiter' waits for java\\.util\\.concurrent\\..*\n"
                                + "    its last step \\d+, waiter at Asleep\\.java:11 in Asleep\\.\\S+: .*\\.await\\(\\)");
        assertThat(json().getAsJsonArray("stuck").asList())
                .anyMatch(each ->
                        each.getAsJsonObject().get("waits").getAsString().startsWith("'waiter' waits for")
                                && each.getAsJsonObject()
                                                .getAsJsonObject("last")
                                                .get("line")
                                                .getAsInt()
                                        == 11);
    }
}
