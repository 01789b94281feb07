package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.await;
import static dev.hindsight.e2e.Workbench.end;
import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static dev.hindsight.e2e.Workbench.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/limits.md says cannot be replayed is not called faithful. */
class LimitsTest {
    private static final int DIVERGED = 125;

    private static final String WAITING =
            """
            import java.nio.ByteBuffer;
            import java.nio.channels.FileChannel;
            import java.nio.file.Path;

            public class Waiting {
                public static void main(String[] args) throws Exception {
                    try (FileChannel channel = FileChannel.open(Path.of(args[0]))) {
                        ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 1);
                        System.out.println("mapped");
                        while (mapped.get(0) == '-') {
                            Thread.sleep(5);
                        }
                        System.out.println("seen " + (char) mapped.get(0));
                    }
                }
            }
            """;

    @TempDir
    Path directory;

    private Workbench bench;

    @BeforeEach
    void prepare() throws IOException {
        bench = new Workbench(directory);
    }

    @Test
    void aMappingDoesNotSeeWritesOfAnotherProcess() throws Exception {
        Path file = Files.writeString(bench.path("shared.txt"), "-");
        Path recording = bench.path("recording");
        Path out = bench.path("out");
        List<String> waiting = bench.program("Waiting", WAITING, file.toString());
        Process tool = bench.start(bench.recordCommand(recording, waiting), out);
        await(() -> read(out).contains("mapped") ? Optional.of(true) : Optional.empty(), "the mapping");
        Files.writeString(file, "+", StandardOpenOption.WRITE);
        assertThat(end(tool)).isZero();
        assertThat(read(out)).endsWith("seen +\n");
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(check.exitCode()).as(check.text()).isEqualTo(DIVERGED);
        assertThat(err(check)).contains("diverged at event", "expected:", "actual:");
        assertThat(out(check)).doesNotContain("seen");
    }

    /** Where the stack ends differs from run to run, and it may end inside a hook. */
    @Test
    void aStackThatEndsElsewhereTouchesNothing() throws Exception {
        Result check = recordAndCheck("DeepEvents", source("DeepEvents"), "recorded");
        assertThat(err(check)).contains("diverged at event", "expected:", "actual:");
        assertThat(bench.path("work").resolve("deep.txt")).doesNotExist();
    }

    @Test
    void aNativeReachedByReflectionIsSaidAndStopsTheReplay() throws Exception {
        Result check = recordAndCheck(
                Jdk.running(),
                List.of("--add-opens", "java.base/java.io=ALL-UNNAMED"),
                "Reaching",
                """
                import java.io.File;
                import java.lang.reflect.Method;

                public class Reaching {
                    public static void main(String[] args) throws Exception {
                        Class<?> type = Class.forName("java.io.UnixFileSystem");
                        Method get = Class.forName("java.io.DefaultFileSystem").getDeclaredMethod("getFileSystem");
                        get.setAccessible(true);
                        Object files = get.invoke(null);
                        for (Method method : type.getDeclaredMethods()) {
                            if (method.getName().startsWith("getLength")) {
                                method.setAccessible(true);
                                System.out.println(method.invoke(files, new File("/proc/self/exe")) != null);
                            }
                        }
                    }
                }
                """,
                "which this version cannot replay");
        assertThat(err(check)).contains("UnixFileSystem.getLength", "which this version cannot replay");
    }

    @Test
    void beansThatRunForRealAreSaid() throws Exception {
        for (Jdk jdk : Jdk.find()) {
            Path recording = bench.path("beans-" + jdk.feature());
            Path source = Files.writeString(
                    bench.path("Beans.java"),
                    """
                    import java.lang.management.ManagementFactory;
                    import java.lang.management.MemoryPoolMXBean;
                    import java.lang.management.ThreadMXBean;
                    import javax.management.NotificationEmitter;

                    public class Beans {
                        public static void main(String[] args) {
                            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
                            threads.dumpAllThreads(false, false);
                            threads.getThreadInfo(1);
                            for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                                if (pool.isUsageThresholdSupported()) {
                                    pool.setUsageThreshold(1);
                                }
                                if (pool.isCollectionUsageThresholdSupported()) {
                                    pool.setCollectionUsageThreshold(1);
                                }
                            }
                            NotificationEmitter collector =
                                    (NotificationEmitter) ManagementFactory.getGarbageCollectorMXBeans().get(0);
                            collector.addNotificationListener((notification, back) -> {}, null, null);
                        }
                    }
                    """);
            Result recorded = bench.record(recording, List.of(jdk.java().toString(), source.toString()));
            assertThat(recorded.exitCode()).as(recorded.text()).isZero();
            assertThat(err(recorded).lines().filter(line -> line.contains("which is not recorded")))
                    .extracting(line -> line.replaceAll(".*WARNING: | was called.*", ""))
                    .containsExactly(
                            "ThreadImpl.dumpThreads0",
                            "ThreadImpl.getThreadInfo1",
                            "MemoryPoolImpl.setUsageThreshold0",
                            "MemoryPoolImpl.setCollectionThreshold0",
                            "GarbageCollectorExtImpl.setNotificationEnabled");
            assertThat(err(recorded)).contains("5 warnings");
        }
    }

    /** The foreign function interface has no natives of the program, whose results could be recorded. */
    @Test
    void foreignFunctionsAreSaid() throws Exception {
        Optional<Jdk> jdk =
                Jdk.find().stream().filter(found -> found.feature() >= 22).findFirst();
        assumeTrue(jdk.isPresent(), "no JDK has the foreign function interface");
        Path source = Files.writeString(
                bench.path("Foreign.java"),
                """
                import java.lang.foreign.FunctionDescriptor;
                import java.lang.foreign.Linker;
                import java.lang.foreign.ValueLayout;
                import java.lang.invoke.MethodHandle;

                public class Foreign {
                    public static void main(String[] args) throws Throwable {
                        Linker linker = Linker.nativeLinker();
                        MethodHandle function = linker.downcallHandle(
                                linker.defaultLookup().find("getpid").orElseThrow(),
                                FunctionDescriptor.of(ValueLayout.JAVA_INT));
                        System.out.println((int) function.invokeExact());
                    }
                }
                """);
        Path recording = bench.path("recording");
        Result recorded = bench.record(
                recording,
                List.of(jdk.get().java().toString(), "--enable-native-access=ALL-UNNAMED", source.toString()));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(err(recorded)).contains("makeDowncallStub was called, which is not recorded");
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(check.exitCode()).as(check.text()).isEqualTo(DIVERGED);
    }

    private static String source(String name) throws IOException {
        return Files.readString(Checkout.programs().resolve("limit/" + name + "/" + name + ".java"));
    }

    private Result recordAndCheck(String name, String text, String said) throws IOException, InterruptedException {
        return recordAndCheck(Jdk.running(), List.of(), name, text, said);
    }

    private Result recordAndCheck(Jdk jdk, List<String> options, String name, String text, String said)
            throws IOException, InterruptedException {
        Path recording = bench.path("recording");
        Result recorded = bench.record(recording, bench.program(jdk, options, name, text));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(err(recorded)).contains(said);
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(check.exitCode()).as(check.text()).isEqualTo(DIVERGED);
        return check;
    }
}
