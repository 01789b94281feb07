package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that run beside the one that has its turn. */
class BesideTest extends OnEachJdk {
    private static final int FAILED = 3;
    private static final String BESIDE = "ThreadHooks.threadBeside";

    /** Two threads fill an array, each its half, and meet at a barrier. */
    private static final String HALVES =
            """
            import java.util.concurrent.CyclicBarrier;

            public class Halves {
                public static void main(String[] args) throws Exception {
                    double[] values = new double[4000];
                    CyclicBarrier barrier = new CyclicBarrier(2);
                    Thread[] threads = new Thread[2];
                    for (int i = 0; i < 2; i++) {
                        int from = 2000 * i;
                        threads[i] = new Thread(() -> work(values, from, barrier));
                        threads[i].start();
                    }
                    for (Thread thread : threads) {
                        thread.join();
                    }
                    double sum = 0;
                    for (double value : values) {
                        sum += value;
                    }
                    System.out.println(sum + " " + values.hashCode());
                }

                private static void work(double[] values, int from, CyclicBarrier barrier) {
                    try {
                        for (int round = 1; round < 30; round++) {
                            for (int i = 0; i < 2000; i++) {
                                values[from + i] = Math.sqrt(values[(from + i * 7) % 4000] + i) * round;
                                if (i % 500 == 0) {
                                    Thread.onSpinWait();
                                }
                            }
                            barrier.await();
                        }
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
            """;

    @ParameterizedTest
    @MethodSource("jdks")
    void replayStopsThreadsWhereTheyWereStopped(Jdk jdk) throws Exception {
        Result recorded = record("parallel", bench.program(jdk, List.of(), "Halves", HALVES));
        assertThat(err(recorded)).doesNotContain("WARNING");
        for (int i = 0; i < 3; i++) {
            assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
        }
        String info = out(bench.runTool("info", recording.toString()));
        assertThat(info).contains(", parallel, analyzed ahead\n").contains(BESIDE);
    }

    @Test
    void itIsSaidThatRacesAreNotRecorded() throws Exception {
        Result recorded = record("sync", bench.program("Halves", HALVES));
        assertThat(err(recorded)).contains("3 threads").contains("whose races are not recorded");
        assertThat(out(bench.runTool("info", recording.toString())))
                .contains(", sync\n")
                .contains(BESIDE)
                .contains("whose races are not recorded");
    }

    /** What the JIT's compilers do not take because of its hooks is many times as slow. */
    @ParameterizedTest
    @MethodSource("jdks")
    void theJitCompilesWhatEntersMonitors(Jdk jdk) throws Exception {
        List<String> program = bench.program(
                jdk,
                List.of("-XX:+PrintCompilation", "-XX:-BackgroundCompilation"),
                "Locks",
                """
                public class Locks {
                    private static int all;
                    private int count;

                    public static void main(String[] args) throws Exception {
                        Thread thread = new Thread(() -> count(new Locks()));
                        thread.start();
                        count(new Locks());
                        thread.join();
                        System.out.println("counted " + all);
                    }

                    private static void count(Locks locks) {
                        for (int i = 0; i < 50_000; i++) {
                            locks.inMethod();
                            locks.inBlock();
                            inStaticMethod(locks);
                        }
                    }

                    synchronized int inMethod() {
                        return count++;
                    }

                    private void inBlock() {
                        synchronized (this) {
                            count = Math.floorMod(count + Integer.toString(count).length(), 1000);
                        }
                    }

                    private static synchronized void inStaticMethod(Locks locks) {
                        all += locks.count;
                    }
                }
                """);
        for (String mode : List.of("parallel", "sync", "serial")) {
            List<String> compiled = out(record(bench.path(mode), mode, program))
                    .lines()
                    .filter(line -> line.contains(" Locks::in"))
                    .toList();
            assertThat(compiled).noneMatch(line -> line.contains("SKIPPED"));
            for (String method : List.of("inMethod", "inBlock", "inStaticMethod")) {
                assertThat(compiled).anyMatch(line -> line.matches(".* 3 +Locks::" + method + " .*"));
                assertThat(compiled).anyMatch(line -> line.matches(".* 4 +Locks::" + method + " .*"));
            }
        }
    }

    /** Whoever ends the program does not wait for those who run beside it. */
    @Test
    void theProgramEndsWhileOthersCompute() throws Exception {
        Result recorded = record(
                "parallel",
                bench.program(
                        "Ends",
                        """
                        public class Ends {
                            public static void main(String[] args) throws Exception {
                                for (int i = 0; i < 3; i++) {
                                    new Thread(() -> compute(new int[100])).start();
                                }
                                Thread.sleep(200);
                                System.out.println("enough");
                                System.exit(3);
                            }

                            private static int compute(int[] values) {
                                for (int i = 0; values[0] >= 0; i = (i + 1) % 100) {
                                    values[i] = values[i] * 31 + i & 0xffff;
                                }
                                return values[1];
                            }
                        }
                        """));
        assertThat(recorded.exitCode()).isEqualTo(FAILED);
        assertThat(out(bench.requireFaithful(recording))).isEqualTo("enough\n");
    }

    /** Two threads count up a field of one object, without a lock. */
    private static final String COUNTS =
            """
            public class Counts {
                int hits;

                public static void main(String[] args) throws Exception {
                    Counts counts = new Counts();
                    Thread[] threads = new Thread[2];
                    for (int i = 0; i < 2; i++) {
                        threads[i] = new Thread(() -> count(counts));
                        threads[i].start();
                    }
                    for (Thread thread : threads) {
                        thread.join();
                    }
                    System.out.println(counts.hits == 400 ? "all" : "FAIL: " + counts.hits);
                }

                private static int count(Counts counts) {
                    int other = 0;
                    for (int i = 0; i < 200; i++) {
                        counts.hits++;
                        for (int j = 0; j < 20_000; j += 1 + (j & other >> 30)) {
                            other ^= counts.hits + j;
                        }
                    }
                    return other;
                }
            }
            """;

    /** Who reads what others read, and writes it then, may have been overtaken; the replay repeats what came of it. */
    @ParameterizedTest
    @MethodSource("jdks")
    void aLostUpdateOfAFieldShowsAndReplays(Jdk jdk) throws Exception {
        requireFailure(bench.program(jdk, List.of(), "Counts", COUNTS));
    }

    /** Threads use one map and one list, which need a lock, and count what two calls that belong together do to another map. */
    private static final String SHARED =
            """
            import java.util.ArrayList;
            import java.util.HashMap;
            import java.util.List;
            import java.util.Map;
            import java.util.concurrent.ConcurrentHashMap;

            public class Shared {
                private static final int ROUNDS = 40_000;
                private static final Map<Integer, Integer> MAP = new HashMap<>();
                private static final List<Integer> LIST = new ArrayList<>();
                private static final Map<Integer, Integer> COUNTS = new ConcurrentHashMap<>();

                public static void main(String[] args) throws Exception {
                    Thread[] threads = new Thread[2];
                    for (int i = 0; i < 2; i++) {
                        int number = i;
                        threads[i] = new Thread(() -> use(args[0], number));
                        threads[i].start();
                    }
                    for (Thread thread : threads) {
                        thread.join();
                    }
                    int found = 0;
                    for (int i = 0; i < 2 * ROUNDS; i++) {
                        found += MAP.containsKey(i) ? 1 : 0;
                    }
                    System.out.println(switch (args[0]) {
                        case "map" -> found == 2 * ROUNDS && MAP.size() == found ? "all" : "FAIL: " + found + " of " + MAP.size();
                        case "list" -> LIST.size() == 2 * ROUNDS ? "all" : "FAIL: " + LIST.size();
                        default -> COUNTS.get(0) == 2 * ROUNDS ? "all" : "FAIL: " + COUNTS.get(0);
                    });
                }

                private static void use(String what, int number) {
                    for (int i = 0; i < ROUNDS; i++) {
                        if (what.equals("map")) {
                            MAP.put(2 * i + number, i);
                        } else if (what.equals("list")) {
                            LIST.add(i);
                        } else {
                            Integer before = COUNTS.get(0);
                            COUNTS.put(0, before == null ? 1 : before + 1);
                        }
                    }
                }
            }
            """;

    /** What threads do at the same time is not hidden because they take turns for calls of the JDK. */
    @ParameterizedTest
    @MethodSource("jdks")
    void whatHappensInsideAndBetweenCallsOfTheJdkShowsAndReplays(Jdk jdk) throws Exception {
        for (String what : List.of("map", "list", "counts")) {
            requireFailure(bench.program(jdk, List.of(), "Shared", SHARED, what));
        }
    }

    /** Fails unless one of a few runs does, which then replays as it was. */
    private void requireFailure(List<String> program) throws Exception {
        String seen = "";
        for (int run = 0; run < 20 && !seen.startsWith("FAIL"); run++) {
            World.remove(recording);
            seen = out(record("parallel", program));
        }
        assertThat(seen).startsWith("FAIL");
        for (int i = 0; i < 3; i++) {
            assertThat(out(bench.requireFaithful(recording))).isEqualTo(seen);
        }
    }

    /** What classes get so that their threads can run beside others is not seen by who asks what they have. */
    @ParameterizedTest
    @MethodSource("jdks")
    void whatIsAddedToClassesIsNotSeen(Jdk jdk) throws Exception {
        List<String> program = bench.program(
                jdk,
                List.of(),
                "Seen",
                """
                import java.io.ObjectStreamClass;
                import java.io.Serializable;
                import java.util.Arrays;

                public class Seen {
                    static class Parent implements Serializable {
                        int one;
                        static String two;

                        Object make(Parent other) {
                            other.one = 3;
                            return new Seen().toString() + other.one + two;
                        }
                    }

                    static class Child extends Parent {
                        double three;
                    }

                    Parent parent;

                    public static void main(String[] args) throws Exception {
                        for (Class<?> type : new Class<?>[] {Seen.class, Parent.class, Child.class}) {
                            System.out.println(Arrays.toString(type.getDeclaredFields()));
                            System.out.println(Arrays.toString(type.getFields()));
                            Object[] methods = type.getDeclaredMethods();
                            System.out.println(methods.length + " " + type.getMethods().length);
                        }
                        System.out.println(ObjectStreamClass.lookup(Child.class));
                        System.out.println(ObjectStreamClass.lookup(Parent.class));
                        try {
                            Seen seen = args.length > 3 ? new Seen() : null;
                            seen.parent = new Child();
                        } catch (NullPointerException e) {
                            System.out.println(e.getMessage());
                        }
                        try {
                            System.out.println(new Seen().parent.one);
                        } catch (NullPointerException e) {
                            System.out.println(e.getMessage() + " " + Arrays.toString(e.getStackTrace()));
                        }
                    }
                }
                """);
        String plain = out(bench.run(program));
        assertThat(plain).contains("one").contains("because");
        assertThat(out(record("parallel", program))).isEqualTo(plain);
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(plain);
    }

    /** Classes from before Java 5 get no word, and those that extend them or use their fields ask for none. */
    @Test
    void oldClassFilesAreLeftAsTheyAre() throws Exception {
        List<String> program = bench.program(
                "Young",
                """
                class Old {
                    int value;

                    int twice() {
                        return 2 * value;
                    }
                }

                public class Young extends Old {
                    int own;

                    public static void main(String[] args) throws Exception {
                        Young young = new Young();
                        Thread[] threads = new Thread[3];
                        for (int i = 0; i < 3; i++) {
                            threads[i] = new Thread(() -> young.work());
                            threads[i].start();
                        }
                        for (Thread thread : threads) {
                            thread.join();
                        }
                        System.out.println(young.own + young.value > 0);
                    }

                    private void work() {
                        for (int i = 0; i < 300_000; i++) {
                            own += value++ & 1;
                            own ^= twice() & 1 | i & 7;
                        }
                    }
                }
                """);
        Path old = bench.path("classes").resolve("Old.class");
        byte[] content = Files.readAllBytes(old);
        content[7] = 48;
        Files.write(old, content);
        Result recorded = record("parallel", program);
        assertThat(out(recorded)).isEqualTo("true\n");
        assertThat(err(recorded)).doesNotContain("WARNING");
        assertThat(out(bench.requireFaithful(recording))).isEqualTo("true\n");
    }

    /** Places on the way to the end of the stack are as many as it was deep, which differs from run to run. */
    @ParameterizedTest
    @MethodSource("jdks")
    void placesAreCountedAnewFromWhereTheEndOfTheStackIsHandled(Jdk jdk) throws Exception {
        List<String> circles = bench.program(
                jdk,
                List.of(),
                "Circles",
                """
                import java.util.HashMap;
                import java.util.Map;
                import java.util.concurrent.CyclicBarrier;

                public class Circles {
                    private static final int ROUNDS = 6;
                    private static final int THREADS = 3;
                    private static final Map<Integer, Integer> MAP = new HashMap<>();
                    private static final CyclicBarrier BARRIER = new CyclicBarrier(THREADS);
                    private static int order;

                    public static void main(String[] args) throws InterruptedException {
                        Thread[] threads = new Thread[THREADS];
                        for (int i = 0; i < THREADS; i++) {
                            int number = i;
                            threads[i] = new Thread(() -> meetAgain(number));
                            threads[i].start();
                        }
                        for (Thread thread : threads) {
                            thread.join();
                        }
                        System.out.println(order);
                    }

                    private static void meetAgain(int number) {
                        try {
                            for (int round = 0; round < ROUNDS; round++) {
                                if (round % THREADS == number) {
                                    while (BARRIER.getNumberWaiting() < THREADS - 1) {
                                        Thread.sleep(1);
                                    }
                                    fall(number);
                                }
                                BARRIER.await();
                                meet(number);
                            }
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }

                    private static void fall(int number) {
                        try {
                            down(0);
                        } catch (StackOverflowError e) {
                            order = order * 31 + number;
                        }
                    }

                    private static void meet(int number) {
                        for (int i = 0; i < 50_000; i++) {
                            order = order * 31 + number;
                        }
                    }

                    private static int down(int depth) {
                        return further(depth + MAP.size());
                    }

                    private static int further(int depth) {
                        int sum = 0;
                        for (int i = depth; i > depth - 2 && sum >= 0; i--) {
                            sum += MAP.getOrDefault(i, 1);
                        }
                        try {
                            return down(depth + 1) + sum;
                        } finally {
                            MAP.remove(depth);
                        }
                    }
                }
                """);
        for (String mode : List.of("parallel", "serial")) {
            for (int i = 0; i < 3; i++) {
                Path made = bench.path(mode + i);
                Result recorded = record(made, mode, circles);
                for (int replay = 0; replay < 3; replay++) {
                    assertThat(out(bench.requireFaithful(made))).isEqualTo(out(recorded));
                }
            }
        }
    }

    private Result record(String mode, List<String> program) throws Exception {
        return record(recording, mode, program);
    }

    private Result record(Path directory, String mode, List<String> program) throws Exception {
        List<String> words = bench.tool("record", "--threads", mode, "-o", directory.toString(), "--");
        words.addAll(program);
        return bench.run(words);
    }
}
