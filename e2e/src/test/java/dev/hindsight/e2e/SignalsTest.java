package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.await;
import static dev.hindsight.e2e.Workbench.end;
import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static dev.hindsight.e2e.Workbench.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Signals come at any moment, to programs of one thread too, and what handles them meets that thread. */
class SignalsTest extends OnEachJdk {
    private static final int TERMINATED = 143;

    private static final String GRACEFUL =
            """
            import java.io.FileInputStream;
            import java.util.concurrent.CountDownLatch;

            public class Graceful {
                private static final Object LOCK = new Object();
                private static final CountDownLatch LATCH = new CountDownLatch(1);
                private static boolean stopped;

                public static void main(String[] args) throws Exception {
                    Thread main = Thread.currentThread();
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> wake(args[0], main)));
                    System.out.println("ready");
                    switch (args[0]) {
                        case "wait" -> {
                            synchronized (LOCK) {
                                while (!stopped) {
                                    LOCK.wait();
                                }
                            }
                        }
                        case "await" -> LATCH.await();
                        case "read" -> System.out.println(new FileInputStream(args[1]).read());
                        default -> doze();
                    }
                    System.out.println("main is done");
                }

                static void doze() {
                    try {
                        Thread.sleep(100_000);
                    } catch (InterruptedException e) {
                        System.out.println(e.getMessage());
                    }
                }

                static void wake(String how, Thread main) {
                    synchronized (LOCK) {
                        stopped = true;
                        LOCK.notifyAll();
                    }
                    LATCH.countDown();
                    if (how.equals("sleep")) {
                        main.interrupt();
                    }
                    try {
                        main.join(how.equals("read") ? 10 : 30_000);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    System.out.println("main is alive: " + main.isAlive());
                }
            }
            """;

    private static final String LOGGING =
            """
            import java.util.logging.FileHandler;
            import java.util.logging.Logger;

            public class Logging {
                private static final Logger LOG = Logger.getLogger("test");

                public static void main(String[] args) throws Exception {
                    LOG.addHandler(new FileHandler("log.txt"));
                    LOG.setUseParentHandlers(false);
                    for (int i = 0; ; i++) {
                        LOG.info("line " + i);
                        if (i % 100 == 0) {
                            System.out.println(i);
                        }
                    }
                }
            }
            """;

    private static final String ENDING =
            """
            import java.util.Arrays;
            import java.util.Random;

            public class Ending {
                public static void main(String[] args) {
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
                    System.out.println("ready");
                    int[] numbers = new Random(1).ints(6_000_000).toArray();
                    Arrays.sort(numbers);
                    System.out.println(numbers[7]);
                }
            }
            """;

    private static final String HANDLING =
            """
            import java.util.Queue;
            import java.util.concurrent.ConcurrentLinkedQueue;
            import sun.misc.Signal;
            import sun.misc.SignalHandler;

            public class Handling {
                private static final Queue<String> GOT = new ConcurrentLinkedQueue<>();

                public static void main(String[] args) throws Exception {
                    for (String name : args[0].split(",")) {
                        Signal.handle(new Signal(name), signal -> GOT.add(signal.getName()));
                    }
                    String self = Long.toString(ProcessHandle.current().pid());
                    for (String name : args[0].split(",")) {
                        new ProcessBuilder("kill", "-" + name, self).start();
                        long looked = 0;
                        while (GOT.isEmpty()) {
                            looked++;
                        }
                        System.out.println(GOT.remove() + " after " + looked);
                    }
                    if (args.length > 1) {
                        Thread.sleep(1500);
                        Signal.handle(new Signal("TERM"), SignalHandler.SIG_DFL);
                        new ProcessBuilder("kill", "-TERM", self).start();
                        Thread.sleep(100_000);
                    }
                }
            }
            """;

    @TestFactory
    Stream<DynamicTest> aHookWakesTheMainThreadAndWaitsForIt() throws IOException {
        return Stream.of("wait", "await", "sleep")
                .flatMap(how -> onEach(how, jdk -> {
                    Recorded recorded = terminated(jdk, "Graceful", GRACEFUL, "ready\n", how);
                    String interrupted = how.equals("sleep") ? "sleep interrupted\n" : "";
                    assertThat(recorded.out)
                            .isEqualTo("ready\n" + interrupted + "main is done\nmain is alive: false\n");
                    assertThat(out(bench.requireFaithful(recorded.directory))).isEqualTo(recorded.out);
                }));
    }

    @TestFactory
    Stream<DynamicTest> aHookRunsWhileTheMainThreadReads() throws IOException {
        return onEach("read", jdk -> {
            Path pipe = bench.path("pipe" + jdk.feature());
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
            Recorded recorded = terminated(jdk, "Graceful", GRACEFUL, "ready\n", "read", pipe.toString());
            assertThat(recorded.out).isEqualTo("ready\nmain is alive: true\n");
            assertThat(out(bench.requireFaithful(recorded.directory))).isEqualTo(recorded.out);
        });
    }

    @TestFactory
    Stream<DynamicTest> logsAreClosedWhileTheMainThreadWritesThem() throws IOException {
        return onEach("logging", jdk -> {
            Recorded recorded = terminated(jdk, "Logging", LOGGING, "\n500\n");
            assertThat(out(bench.requireFaithful(recorded.directory))).isEqualTo(recorded.out);
        });
    }

    /** The virtual machine may or may not wait for the hook, by a hair. */
    @TestFactory
    Stream<DynamicTest> aSignalComesAsTheMainThreadEnds() throws IOException {
        return onEach("ending", jdk -> {
            Recorded recorded = terminated(jdk, "Ending", ENDING, "ready\n");
            for (int i = 0; i < 3; i++) {
                assertThat(out(bench.requireFaithful(recorded.directory))).isEqualTo(recorded.out);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> handlersMeetTheMainThreadWhereTheyDid() throws IOException {
        return onEach("handling", jdk -> {
            Workbench.assumeInterruptible();
            Path recording = bench.path("handling" + jdk.feature());
            Result recorded = bench.record(
                    recording, bench.program(jdk, List.of(), "Handling", HANDLING, "TERM,ALRM,USR2,TERM,INT"));
            assertThat(recorded.exitCode()).as(recorded.text()).isZero();
            assertThat(out(recorded).lines()).hasSize(5);
            for (int i = 0; i < 3; i++) {
                assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> aProgramThatASignalKillsReplaysAsFarAsItWasWritten() throws IOException {
        return onEach("killed", jdk -> {
            Path recording = bench.path("killed" + jdk.feature());
            Result recorded =
                    bench.record(recording, bench.program(jdk, List.of(), "Handling", HANDLING, "TERM,ALRM", "die"));
            assertThat(recorded.exitCode()).as(recorded.text()).isEqualTo(TERMINATED);
            Result check = bench.requireFaithful(recording);
            assertThat(out(check)).as(check.text()).isEqualTo(out(recorded));
            assertThat(err(check)).contains("up to where the recording ends");
            String events = out(bench.runTool("info", recording.toString()))
                    .lines()
                    .filter(line -> line.startsWith("events "))
                    .findFirst()
                    .orElseThrow();
            assertThat(err(check)).contains("faithful: " + events.replaceAll("[^0-9]", "") + " events");
        });
    }

    private record Recorded(Path directory, String out) {}

    /** Records a program that gets SIGTERM when it has printed something. */
    private Recorded terminated(Jdk jdk, String name, String text, String until, String... arguments)
            throws IOException, InterruptedException {
        String label = name + jdk.feature() + (arguments.length == 0 ? "" : arguments[0]);
        Path out = bench.path(label + ".out");
        Path recording = bench.path(label);
        Process tool =
                bench.start(bench.recordCommand(recording, bench.program(jdk, List.of(), name, text, arguments)), out);
        try {
            await(() -> Optional.of(read(out)).filter(printed -> printed.contains(until)), "the program");
            tool.destroy();
        } finally {
            assertThat(end(tool)).isEqualTo(TERMINATED);
        }
        return new Recorded(recording, read(out));
    }
}
