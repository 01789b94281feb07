package dev.hindsight.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hindsight.agent.host.SignedJars;
import dev.hindsight.agent.record.RecordingPractice;
import dev.hindsight.agent.replay.ReplayingPractice;
import dev.hindsight.trace.ChunkReader;
import dev.hindsight.trace.ChunkWriter;
import dev.hindsight.trace.ClassStore;
import dev.hindsight.trace.ClassStoreWriter;
import dev.hindsight.trace.EventInput;
import dev.hindsight.trace.Json;
import dev.hindsight.trace.NativeTable;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.jar.Manifest;
import jdk.internal.loader.BootLoader;

/**
 * Does once, before the program starts, whatever Hindsight may do later, in recording and replay alike.
 *
 * <p>When the virtual machine links a class it gives the class an identity hash, drawn from the sequence of the thread that
 * happens to link it. Recording and replaying use different parts of the JDK, so without this a class would be linked by
 * Hindsight in the one and by the program in the other, and the program's own hashes would shift by one. {@code
 * jdk-classes.txt} lists what no exercise here reaches, {@code jdk-early.txt} and {@code jdk-late.txt} what is loaded on the
 * way to the program before and after the JDK is instrumented: to instrument what is loaded takes its time.
 */
final class Rehearsal {
    /**
     * What only a recording uses before the JDK is instrumented, where the JVM looks through directories of modules. JDK 25
     * verifies a class that is loaded by then when it is instrumented, which loads others; one that comes later is not verified.
     */
    private static final String[] OF_DIRECTORIES = {
        "java.nio.file.Files$AcceptAllFilter",
        "java.util.concurrent.locks.ReentrantReadWriteLock$FairSync",
        "sun.nio.fs.UnixDirectoryStream",
        "sun.nio.fs.UnixDirectoryStream$UnixDirectoryIterator",
        "sun.nio.fs.UnixSecureDirectoryStream"
    };

    private Rehearsal() {}

    /**
     * Comes before recording and replay go different ways: a class that is loaded can be given its hash by its name, before
     * anybody links it.
     *
     * @param listed names of classes, one per line
     */
    static void load(String listed) {
        for (String name : listed.split("\n")) {
            // Of those that another release has, there is none here.
            BootLoader.loadClassOrNull(name);
        }
    }

    /** Comes before anything is instrumented. */
    static void begin() {
        if (System.getProperty("jdk.module.path") != null) {
            for (String name : OF_DIRECTORIES) {
                use(name);
            }
        }
        use("dev.hindsight.runtime.References");
        // A debugger finds only what is linked.
        use("dev.hindsight.runtime.TestHooks");
    }

    /** @param listed names of classes, one per line */
    static void run(String agentJar, NativeTable table, String listed) throws IOException {
        for (String name : listed.split("\n")) {
            use(name);
        }
        text();
        streams();
        classPath(new File(agentJar));
        RecordingPractice.run(new File(agentJar));
        ReplayingPractice.run(table);
    }

    private static void use(String name) {
        try {
            Class.forName(name, true, null);
        } catch (ClassNotFoundException | LinkageError e) {
            // Another release has this class.
            return;
        }
    }

    private static void text() throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("text", "a\n\u0001");
        map.put("number", 1L);
        map.put("fraction", 0.5);
        map.put("list", List.of(true, "x"));
        Json.parseObject(Json.write(map));
        Arrays.sort(new String[] {"b", "a"});
        StringWriter stack = new StringWriter();
        new IOException("practice", new IllegalStateException()).printStackTrace(new PrintWriter(stack));
    }

    private static void streams() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ChunkWriter writer = new ChunkWriter(bytes, 0, "practice");
        writer.append(new byte[200], 0, 200, 1, 1);
        writer.appendRaw(new byte[200], 0, 200, 2, 1);
        writer.close();
        try (EventInput input = new EventInput(
                new ChunkReader(new BufferedInputStream(new ByteArrayInputStream(bytes.toByteArray()))))) {
            input.readText();
            input.readByteArray();
            input.skipBytes(100);
        }
        ByteArrayOutputStream classes = new ByteArrayOutputStream();
        ClassStoreWriter store = new ClassStoreWriter(classes);
        store.addClass("A", "app", "file:/", new byte[100]);
        store.addSource("file:/", new byte[0]);
        store.flush();
        store.close();
        ClassStore read = ClassStore.read(new ByteArrayInputStream(classes.toByteArray()));
        read.content(read.find("A"));
        try (FileInputStream in = new FileInputStream("/proc/self/environ")) {
            in.read();
        }
    }

    /** What the JDK's loader does to find classes in jars and directories; older releases also read an index in jars. */
    private static void classPath(File jar) throws IOException {
        try (BufferedReader index = new BufferedReader(
                new InputStreamReader(new ByteArrayInputStream("JarIndex-Version: 1.0\n".getBytes(UTF_8)), UTF_8))) {
            new LinkedList<>(List.of(index.readLine())).iterator().next();
        }
        SignedJars jars = new SignedJars(new File("/nowhere"));
        jars.keep(jar.toURI().toString());
        jars.has("");
        URL[] path = {jar.toURI().toURL(), jar.getParentFile().toURI().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, null)) {
            try (InputStream in = loader.getResourceAsStream("META-INF/MANIFEST.MF")) {
                new Manifest(in);
            }
            try (InputStream in = loader.getResourceAsStream(jar.getName())) {
                in.read();
            }
            loader.findResources("META-INF").hasMoreElements();
            Class.forName("dev.hindsight.agent.boot.BootClasses", false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
