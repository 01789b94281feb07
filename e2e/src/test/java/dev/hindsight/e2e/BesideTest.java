package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that run beside the one that has its turn. */
class BesideTest {
    private static final int FAILED = 3;
    private static final String BESIDE = "ThreadHooks.threadBeside";

    @TempDir
    Path directory;

    private Workbench bench;
    private Path recording;

    @BeforeEach
    void set() throws Exception {
        bench = new Workbench(directory);
        recording = bench.path("recording");
    }

    static Stream<Jdk> jdks() throws IOException {
        return Jdk.find().stream();
    }

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
        assertThat(info).contains(", parallel\n").contains(BESIDE);
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

    private Result record(String mode, List<String> program) throws Exception {
        List<String> words = bench.tool("record", "--threads", mode, "-o", recording.toString(), "--");
        words.addAll(program);
        return bench.run(words);
    }
}
