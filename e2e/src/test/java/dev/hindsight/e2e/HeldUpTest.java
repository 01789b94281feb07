package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.e2e.Command.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Threads that wait in the JVM for one that waits for its turn: the recording ends, the program does not hang. */
class HeldUpTest extends OnEachJdk {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    @Test
    void aThreadThatTheJvmHoldsUpEndsTheRecordingButNotTheProgram() throws Exception {
        List<String> slow = bench.program(
                "Slow",
                """
                import java.util.concurrent.CountDownLatch;

                public class Slow {
                    static final CountDownLatch BEGUN = new CountDownLatch(1);
                    static final CountDownLatch GO = new CountDownLatch(1);

                    static final class Lazy {
                        static final int VALUE = begin();

                        static int begin() {
                            BEGUN.countDown();
                            try {
                                GO.await();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            return 7;
                        }
                    }

                    public static void main(String[] args) throws InterruptedException {
                        System.out.println("begun");
                        Thread initialiser = new Thread(() -> System.out.println(Lazy.VALUE));
                        initialiser.start();
                        BEGUN.await();
                        GO.countDown();
                        System.out.println(Lazy.VALUE);
                        initialiser.join();
                    }
                }
                """);
        Result recorded = bench.record(recording, slow);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo("begun\n7\n7\n");
        assertThat(err(recorded)).contains("'main' waits in the JVM for thread 'Thread-0'");
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(out(check)).as(check.text()).isEqualTo("begun\n");
    }

    /** The one that initialises a class cannot go on either: it waits for a third. */
    @Test
    void anInitialiserThatWaitsForAThreadDoesNotHangTheProgram() throws Exception {
        Result recorded = recordInitialising(bench.jdk(), "platform");
        assertThat(err(recorded)).containsPattern("'Thread-([01])' waits in the JVM for thread 'Thread-(?!\\1)[01]'");
    }

    /** The frames of the thread that carries a virtual one do not tell where that is. */
    @Test
    void anInitialiserInAVirtualThreadDoesNotHangTheProgram() throws Exception {
        Optional<Jdk> jdk = Jdk.find().stream()
                .filter(found -> found.feature() >= FIRST_WITH_VIRTUAL_THREADS)
                .findFirst();
        assumeTrue(jdk.isPresent(), "no JDK with virtual threads was found");
        Result recorded = recordInitialising(jdk.get(), "virtual");
        assertThat(err(recorded)).contains("waits in the JVM for thread 'ForkJoinPool-1-worker-");
    }

    private Result recordInitialising(Jdk jdk, String kind) throws Exception {
        Path recording = bench.path("recording");
        List<String> command = bench.program(
                jdk,
                List.of(),
                "Initialising",
                """
                public class Initialising {
                    static int value;

                    static class Lazy {
                        static final int SEEN = begin();

                        static int begin() {
                            Thread helper = new Thread(new Helper());
                            helper.start();
                            try {
                                helper.join();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            return value;
                        }
                    }

                    static class Helper implements Runnable {
                        @Override
                        public void run() {
                            try {
                                Thread.sleep(20);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            value = 3;
                        }
                    }

                    static Thread start(String kind) throws ReflectiveOperationException {
                        Runnable look = () -> System.out.println(Lazy.SEEN);
                        if (kind.equals("virtual")) {
                            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, look);
                        }
                        Thread thread = new Thread(look);
                        thread.start();
                        return thread;
                    }

                    public static void main(String[] args) throws Exception {
                        System.out.println("begun");
                        Thread[] threads = {start(args[0]), start(args[0])};
                        for (Thread thread : threads) {
                            thread.join();
                        }
                    }
                }
                """,
                kind);
        Result recorded = bench.record(recording, command);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo("begun\n3\n3\n");
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(out(check)).as(check.text()).isEqualTo("begun\n");
        return recorded;
    }

    /** The one that initialises a class is inside a native, and waits there for a thread that waits for its turn. */
    @Test
    void anInitialiserThatReadsWhatAThreadSendsDoesNotHangTheProgram() throws Exception {
        List<String> command = bench.program(
                "Reading",
                """
                import java.io.IOException;
                import java.net.InetAddress;
                import java.net.ServerSocket;
                import java.net.Socket;

                public class Reading {
                    static ServerSocket server;

                    static class Lazy {
                        static final int SEEN = begin();

                        static int begin() {
                            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                                return socket.getInputStream().read();
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        }
                    }

                    static void answer() {
                        try (Socket socket = server.accept()) {
                            Thread.sleep(200);
                            socket.getOutputStream().write(5);
                        } catch (IOException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }

                    public static void main(String[] args) throws Exception {
                        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                        new Thread(Reading::answer).start();
                        for (int i = 0; i < 2; i++) {
                            new Thread(() -> System.out.println(Lazy.SEEN)).start();
                        }
                    }
                }
                """);
        Result recorded = bench.record(recording, command);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo("5\n5\n");
        assertThat(err(recorded)).containsPattern("'Thread-([12])' waits in the JVM for thread 'Thread-(?!\\1)[12]'");
    }

    /** Time does not pass by itself in a schedule from a seed. */
    @Test
    void anInitialiserThatWaitsForATimeDoesNotHangTheProgram() throws Exception {
        List<String> command = bench.program(
                "Timed",
                """
                public class Timed {
                    static class Lazy {
                        static int value = 1;

                        static {
                            Thread helper = new Thread(() -> value++);
                            helper.start();
                            synchronized (helper) {
                                try {
                                    helper.wait(300);
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                            }
                        }
                    }

                    public static void main(String[] args) {
                        System.out.println("begun");
                        System.out.println(Lazy.value > 0);
                    }
                }
                """);
        recordHeldUp("deterministic", command, "begun\n", "true\n");
    }

    /** Who is inside the monitor waits for a third thread, which could run. */
    @Test
    void aMonitorOfTheJdkWhoseHolderWaitsDoesNotHangTheProgram() throws Exception {
        List<String> command = bench.program(
                "Holding",
                """
                import java.util.Hashtable;
                import java.util.concurrent.CountDownLatch;

                public class Holding {
                    static final CountDownLatch INSIDE = new CountDownLatch(1);
                    static final CountDownLatch GO = new CountDownLatch(1);
                    static final Hashtable<String, String> TABLE = new Hashtable<>();

                    static String slowly(String key) {
                        INSIDE.countDown();
                        try {
                            GO.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return key;
                    }

                    static void free() {
                        for (int i = 0; i < 1000; i++) {
                            Thread.yield();
                        }
                        GO.countDown();
                    }

                    public static void main(String[] args) throws InterruptedException {
                        System.out.println("begun");
                        new Thread(() -> TABLE.computeIfAbsent("a", Holding::slowly)).start();
                        new Thread(Holding::free).start();
                        INSIDE.await();
                        System.out.println(TABLE.get("a"));
                    }
                }
                """);
        recordHeldUp("serial", command, "begun\n", "a\n");
        World.remove(recording);
        recordHeldUp("deterministic", command, "begun\n", "a\n");
    }

    private void recordHeldUp(String mode, List<String> command, String before, String after) throws Exception {
        List<String> words = bench.tool("record", "--threads", mode, "-o", recording.toString(), "--");
        words.addAll(command);
        Result recorded = bench.run(words);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo(before + after);
        assertThat(err(recorded)).contains("waits in the JVM for thread");
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(check.exitCode()).as(check.text()).isZero();
        assertThat(out(check)).isEqualTo(before);
        assertThat(err(check)).contains("up to where the recording ends");
    }

    /** The JVM enters the monitor of a loader that loads one class at a time, for a class that the program only names. */
    @Test
    void aLoaderThatSleepsDoesNotHangTheProgram() throws Exception {
        List<String> command = bench.program(
                "Loading",
                """
                import java.io.IOException;
                import java.io.InputStream;
                import java.util.concurrent.CountDownLatch;

                public class Loading {
                    static final CountDownLatch BEGUN = new CountDownLatch(1);

                    public static class Slow {}

                    public static class Other {}

                    public static class User implements Runnable {
                        @Override
                        public void run() {
                            System.out.println(new Other().getClass());
                        }
                    }

                    static class Loader extends ClassLoader {
                        @Override
                        public Class<?> loadClass(String name) throws ClassNotFoundException {
                            return name.startsWith("Loading$") ? define(name) : super.loadClass(name);
                        }

                        private synchronized Class<?> define(String name) throws ClassNotFoundException {
                            try (InputStream in = Loading.class.getResourceAsStream(name + ".class")) {
                                if (name.endsWith("Slow")) {
                                    BEGUN.countDown();
                                    Thread.sleep(300);
                                }
                                byte[] bytes = in.readAllBytes();
                                return defineClass(name, bytes, 0, bytes.length);
                            } catch (IOException | InterruptedException e) {
                                throw new ClassNotFoundException(name, e);
                            }
                        }
                    }

                    public static void main(String[] args) throws Exception {
                        System.out.println("begun");
                        Loader loader = new Loader();
                        Runnable user = (Runnable) loader.loadClass("Loading$User").getConstructor().newInstance();
                        Thread slow = new Thread(() -> load(loader));
                        slow.start();
                        BEGUN.await();
                        user.run();
                        slow.join();
                    }

                    static void load(Loader loader) {
                        try {
                            loader.loadClass("Loading$Slow");
                        } catch (ClassNotFoundException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
                """);
        Result recorded = bench.record(recording, command);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo("begun\nclass Loading$Other\n");
        assertThat(err(recorded)).contains("'main' waits in the JVM for thread 'Thread-0'");
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(check.exitCode()).as(check.text()).isZero();
        assertThat(out(check)).isEqualTo("begun\n");
    }
}
