package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import dev.hindsight.trace.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Threads that spin where the JVM runs code as it was before turns began. */
class PollsTest extends OnEachJdk {
    /** The methods that run when turns begin have no polls; the class that starts the thread is another one. */
    @Test
    void aMethodWithoutPollsLetsOthersRunAtItsEvents() throws Exception {
        List<String> watcher = bench.program(
                "Watcher",
                """
                public class Watcher {
                    public static void main(String[] args) {
                        Helper.help();
                        long looked = 0;
                        while (!Helper.isDone()) {
                            looked += System.nanoTime() == 0 ? 2 : 1;
                        }
                        System.out.println(looked);
                    }
                }

                class Helper {
                    private static volatile boolean done;

                    static void help() {
                        new Thread(() -> done = true).start();
                    }

                    static boolean isDone() {
                        return done;
                    }
                }
                """);
        requireSame(bench.record(recording, watcher));
    }

    @Test
    void aClassWhoseInitialiserStartsAThreadLetsItRun() throws Exception {
        List<String> spinner = bench.program(
                "Spinner",
                """
                public class Spinner {
                    static {
                        Starter.begin();
                    }

                    public static void main(String[] args) {
                        long looked = 0;
                        while (!Starter.isDone()) {
                            looked++;
                        }
                        System.out.println(looked);
                    }
                }

                class Starter {
                    private static volatile boolean done;

                    static void begin() {
                        new Thread(() -> done = true).start();
                    }

                    static boolean isDone() {
                        return done;
                    }
                }
                """);
        requireSame(bench.record(recording, spinner));
    }

    /** A poll is passed now and then, and no native is called. */
    @Test
    void aThreadThatSortsForLongLetsOthersRun() throws Exception {
        List<String> sorter = bench.program(
                "Sorter",
                """
                import java.util.Arrays;
                import java.util.Random;
                import java.util.concurrent.atomic.AtomicInteger;

                public class Sorter {
                    private static final AtomicInteger DONE = new AtomicInteger();
                    private static int seen;

                    public static void main(String[] args) {
                        for (int i = 0; i < 3; i++) {
                            int number = i;
                            new Thread(() -> copy(number)).start();
                        }
                        long rounds = 0;
                        while (DONE.get() < 3) {
                            rounds++;
                            seen++;
                            if (rounds % 2000 == 0) {
                                int[] numbers = new Random(rounds).ints(500_000).toArray();
                                Arrays.sort(numbers);
                            }
                        }
                        System.out.println(rounds + " " + seen);
                    }

                    static void copy(int number) {
                        byte[] bytes = new byte[20_000_000];
                        for (int i = 0; i < 10; i++) {
                            System.arraycopy(bytes, 0, bytes, 1, bytes.length - 1);
                            seen = seen * 31 + number;
                        }
                        System.out.println(number + " " + seen);
                        DONE.incrementAndGet();
                    }
                }
                """);
        requireSame(bench.record(recording, sorter));
        assertThat(out(bench.runTool("dump", recording.toString()))).contains("ThreadHooks.threadAsked");
    }

    /** Whoever has the next turn waits until the JVM has put this thread away, which it does not before it goes on itself. */
    @Test
    void aThreadThatIsAskedToLetOthersRunKeepsItsTurnToItsEnd() throws Exception {
        List<String> sorters = bench.program(
                "Sorters",
                """
                import java.util.Arrays;
                import java.util.Random;

                public class Sorters {
                    public static void main(String[] args) throws InterruptedException {
                        Thread[] threads = new Thread[3];
                        for (int i = 0; i < threads.length; i++) {
                            threads[i] = new Thread(Sorters::sort);
                            threads[i].start();
                        }
                        for (Thread thread : threads) {
                            thread.join();
                        }
                    }

                    static void sort() {
                        Arrays.sort(new Random(1).ints(2_000_000).toArray());
                    }
                }
                """);
        requireSame(bench.record(recording, sorters));
        Map<Long, Long> places = new TreeMap<>();
        for (String line : out(bench.runTool("dump", "--json", recording.toString()))
                .lines()
                .toList()) {
            Map<String, Object> event = Json.parseObject(line);
            long place = (Long) event.get("order");
            if ((Long) event.get("thread") > 0) {
                places.merge((Long) event.get("thread"), place, (begun, ended) -> ended - begun);
            }
        }
        assertThat(places)
                .hasSize(3)
                .containsEntry(1L, 1L)
                .containsEntry(2L, 1L)
                .containsEntry(3L, 1L);
    }

    private void requireSame(Result recorded) throws Exception {
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
    }
}
