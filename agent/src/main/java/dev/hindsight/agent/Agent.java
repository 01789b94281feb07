package dev.hindsight.agent;

import dev.hindsight.agent.analyze.Analysis;
import dev.hindsight.agent.analyze.ClassPath;
import dev.hindsight.agent.host.BootState;
import dev.hindsight.agent.host.JdkIdentity;
import dev.hindsight.agent.host.Launch;
import dev.hindsight.agent.host.ModuleFiles;
import dev.hindsight.agent.host.NameHashes;
import dev.hindsight.agent.host.Options;
import dev.hindsight.agent.host.PrivateFiles;
import dev.hindsight.agent.host.QuietCall;
import dev.hindsight.agent.instrument.FactsCache;
import dev.hindsight.agent.instrument.Instrumenter;
import dev.hindsight.agent.patch.Facts;
import dev.hindsight.agent.patch.Polls;
import dev.hindsight.agent.record.Recorder;
import dev.hindsight.agent.replay.Replayer;
import dev.hindsight.agent.replay.Status;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.Monitors;
import dev.hindsight.runtime.StepLog;
import dev.hindsight.runtime.Supervisor;
import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.Json;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.NativeTable;
import dev.hindsight.trace.PreparedClasses;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.ThreadMode;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Field;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import jdk.internal.loader.URLClassPath;

/**
 * Sets up recording or replaying before the program starts.
 *
 * <p>A recording and its replay must reach the program's first instruction in the same state, so both go the same way
 * here, and differ only in the supervisor they choose.
 */
public final class Agent implements BiConsumer<String, Instrumentation>, Runnable {
    /** Exit code for a recording or replay that cannot start. */
    private static final int CANNOT_START = 125;

    private static final String TABLE = "dev/hindsight/agent/shaded/trace/natives.txt";
    private static final String VERSION = "dev/hindsight/agent/version.txt";
    private static final String EARLY_CLASSES = "dev/hindsight/agent/jdk-early.txt";
    private static final String LATE_CLASSES = "dev/hindsight/agent/jdk-late.txt";
    private static final String CLASSES = "dev/hindsight/agent/jdk-classes.txt";

    private final String jarPath;
    private final Function<String, byte[]> jar;

    /**
     * @param jarPath the agent's jar
     * @param jar reads its files; the empty name makes the classes of the rewriter known
     */
    public Agent(String jarPath, Function<String, byte[]> jar) {
        this.jarPath = jarPath;
        this.jar = jar;
    }

    /** Makes the classes of the rewriter known. */
    @Override
    public void run() {
        jar.apply("");
    }

    /** A text of ASCII letters; telling that it has no others would take its time. */
    private String resource(String name) {
        return new String(jar.apply(name), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void accept(String text, Instrumentation instrumentation) {
        Options options = null;
        try {
            options = Options.parse(text);
            start(options, instrumentation);
        } catch (IllegalArgumentException e) {
            System.err.println("hindsight: " + e.getMessage());
            Runtime.getRuntime().halt(CANNOT_START);
        } catch (IOException e) {
            cannotStart(options, Status.DAMAGED, e.getMessage());
        } catch (UnmodifiableClassException | ReflectiveOperationException | RuntimeException e) {
            StringWriter stack = new StringWriter();
            e.printStackTrace(new PrintWriter(stack));
            cannotStart(options, Status.FAILED, "a fault of Hindsight: " + stack);
        }
    }

    /**
     * A replay ends before it begins. A program that was to be recorded runs without it: an exception from here would abort
     * the virtual machine, and without a supervisor the hooks do nothing.
     */
    private static void cannotStart(Options options, String outcome, String message) {
        if (options.has("replay")) {
            Status.of(options).refuse(outcome, message, CANNOT_START);
        }
        System.err.println("hindsight: the program is not recorded: " + message);
    }

    private void start(Options options, Instrumentation instrumentation)
            throws IOException, UnmodifiableClassException, ReflectiveOperationException {
        JdkIdentity jdk = new JdkIdentity();
        jdk.check();
        String missing = Vm.calibrate();
        if (missing != null) {
            throw new IllegalArgumentException("this JDK (" + System.getProperty("java.vm.version")
                    + ") is not one that Hindsight can record: " + missing);
        }
        Rehearsal.load(resource(EARLY_CLASSES));
        NameHashes hashes = new NameHashes(instrumentation);
        hashes.assign();
        NativeTable table = NativeTable.parse(resource(TABLE));
        setRows(table);
        String version = resource(VERSION).strip();
        File directory = new File(options.get("cache", System.getProperty("user.home") + "/.cache/hindsight"));
        Recording recording = options.has("replay") ? Recording.open(Path.of(options.get("replay", "")), table) : null;
        ThreadMode threads = threads(options, recording);
        Polls polls = polls(options, recording, threads);
        PreparedClasses cache =
                PreparedClasses.in(directory, new File(System.getProperty("java.home")), new File(jarPath));
        String key = version + " " + jdk.identity();
        if (options.has("prepare")) {
            new Instrumenter(table, cache, key, true, threads, polls, this);
            Runtime.getRuntime().halt(0);
        }
        FactsCache factsCache = new FactsCache(cache.facts());
        if (options.has("analyze") || options.has("analyze-unknown")) {
            boolean again = options.has("analyze");
            analyze(factsCache, again, new File(options.get(again ? "analyze" : "analyze-unknown", "")));
            Runtime.getRuntime().halt(0);
        }
        boolean useCache =
                recording == null || Boolean.TRUE.equals(recording.manifest().get("warm"));
        if (recording != null) {
            BootState.restoreSalt(recording);
            ModuleFiles.hide(recording.manifest().get("modules"));
        }
        Instrumenter instrumenter = new Instrumenter(table, cache, key, useCache, threads, polls, this);
        if (recording != null && useCache && !instrumenter.isWarm()) {
            throw new IllegalArgumentException("the classes prepared for this JDK are missing in " + directory
                    + "; run the replay again: they have just been made");
        }
        Object use =
                recording == null ? analysis(options) : recording.manifest().get(Recording.ANALYSIS);
        boolean uses = threads == ThreadMode.PARALLEL && !"off".equals(use);
        Facts facts = uses ? facts(recording, factsCache) : null;
        boolean checks = "check".equals(use);
        if (facts != null) {
            instrumenter.know(facts, checks);
        }
        if (recording != null && options.has("steps")) {
            StepLog.start((int) options.getLong("steps-kept", 1), options.getLong("steps-look-at", -1));
            instrumenter.tellSteps();
        }
        Rehearsal.begin();
        instrumenter.install(instrumentation, BootState.READERS);
        String listed = resource(CLASSES);
        Rehearsal.load(resource(LATE_CLASSES));
        Rehearsal.load(listed);
        hashes.assign();
        Launch launch = new Launch(version, jarPath, jdk);
        Supervisor supervisor;
        if (recording != null) {
            supervisor =
                    new Replayer(options, recording, table, launch, hashes, threads.takesTurns() ? instrumenter : null);
        } else if (options.has("output") || options.has("output-below")) {
            Recorder recorder = new Recorder(options, table, launch, instrumenter, hashes, threads);
            instrumentation.addTransformer(new DefinedClasses(recorder), false);
            supervisor = recorder;
        } else {
            throw new IllegalArgumentException(
                    "the agent needs output=DIR, where the recording goes, or output-below=DIR");
        }
        ServiceOrder.settle();
        Rehearsal.run(jarPath, table, listed);
        restoreClassPath();
        hashes.assign();
        Hooks.supervise(supervisor);
    }

    /**
     * Finds out about the classes of the program, which does not run, and says how much that was, and where it is kept.
     *
     * @param again also if that was done before
     */
    private void analyze(FactsCache cache, boolean again, File summary) throws IOException {
        long start = System.nanoTime();
        String path = classPath();
        run();
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("classes", 0L);
        if (path != null) {
            found.put("classPath", path);
            if (again || cache.find(path) == null) {
                ClassPath classPath = ClassPath.read(path);
                Analysis analysis = Analysis.of(classPath.classes());
                cache.write(path, classPath.places(), analysis.facts());
                found.putAll(analysis.summary());
                found.put("passedOver", classPath.passedOver());
                found.put("millis", (System.nanoTime() - start) / 1_000_000);
            }
            found.put("file", cache.file(path).getPath());
        }
        PrivateFiles.write(summary, Json.write(found));
    }

    private static String analysis(Options options) {
        String word = options.get(Recording.ANALYSIS, "on");
        if (!word.equals("on") && !word.equals("off") && !word.equals("check")) {
            throw new IllegalArgumentException("analysis=" + word + " is not on, off or check");
        }
        return word;
    }

    /** That of the application's loader; null if it only has modules. */
    private static String classPath() {
        String path = System.getProperty("java.class.path", "");
        return path.isEmpty() && System.getProperty("jdk.module.main") != null ? null : path;
    }

    /** What was found out about the program ahead; null for nothing. A replay knows what its recording did. */
    private static Facts facts(Recording recording, FactsCache cache) throws IOException {
        if (recording == null) {
            String path = classPath();
            Facts found = path == null ? null : cache.find(path);
            return found == null || found.isEmpty() ? null : found;
        }
        Object checksum = recording.manifest().get(Recording.FACTS);
        if (checksum == null) {
            return null;
        }
        Facts facts = Facts.read(recording.directory().resolve(Recording.FACTS).toFile());
        if (!checksum.equals(facts.checksum())) {
            throw new CorruptRecordingException("its " + Recording.FACTS + " are not those of its manifest");
        }
        return facts;
    }

    private static ThreadMode threads(Options options, Recording recording) throws CorruptRecordingException {
        Object word = recording == null
                ? options.get("threads", ThreadMode.SERIAL.word())
                : recording.manifest().get("threads");
        ThreadMode mode = ThreadMode.named(word);
        if (mode == null && recording != null) {
            throw new CorruptRecordingException("its manifest.json has threads run as '" + word + "'");
        }
        if (mode == null) {
            throw new IllegalArgumentException(
                    "threads=" + word + " is not a mode; write serial, deterministic, parallel, sync or free");
        }
        String missing = mode.takesTurns() ? Monitors.calibrate() : null;
        if (missing != null && recording == null && !options.has("threads") && !options.has("chaos")) {
            return ThreadMode.FREE;
        }
        if (missing != null) {
            throw new IllegalArgumentException("threads cannot take turns on this JDK ("
                    + System.getProperty("java.vm.version") + "): " + missing);
        }
        return mode;
    }

    /** Where running threads can be made to wait: a replay counts these places as the recording did. */
    private static Polls polls(Options options, Recording recording, ThreadMode threads) {
        boolean chaos =
                recording == null ? options.has("chaos") : recording.manifest().containsKey("chaos");
        if (chaos) {
            return Polls.BEFORE_ACCESSES;
        }
        return threads == ThreadMode.DETERMINISTIC ? Polls.BEFORE_WRITES : Polls.EVERYWHERE;
    }

    private static void setRows(NativeTable table) throws ReflectiveOperationException {
        for (NativeRow row : table.rows()) {
            if (row.treatment() == NativeRow.Treatment.BY_CALL) {
                Field field = Hooks.Rows.class.getField(row.name());
                Vm.setInt(Vm.staticBase(field), Vm.staticOffset(field), row.id());
            }
        }
    }

    /** The virtual machine put the agent's jar on the class path; the program is not to see it. */
    private void restoreClassPath() throws ReflectiveOperationException {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        if (!loader.getClass().getName().equals("jdk.internal.loader.ClassLoaders$AppClassLoader")) {
            return;
        }
        Field field = loader.getClass().getSuperclass().getDeclaredField("ucp");
        String path = System.getProperty("java.class.path");
        URLClassPath fresh = null;
        if (path != null && !path.isEmpty()) {
            var constructor = URLClassPath.class.getDeclaredConstructor(String.class, boolean.class);
            fresh = (URLClassPath) QuietCall.construct(constructor, path, false);
            keepOtherAgents((URLClassPath) Vm.getReference(loader, Vm.offset(field)), fresh);
        }
        Vm.setReference(loader, Vm.offset(field), fresh);
        Map<?, ?> packages = (Map<?, ?>) Vm.getReference(loader, Vm.offsetOf(ClassLoader.class, "packages"));
        packages.remove("dev.hindsight.agent.boot");
    }

    /** The jars of agents that came before us were put on the class path as ours was. */
    private void keepOtherAgents(URLClassPath old, URLClassPath fresh) {
        List<URL> known = List.of(fresh.getURLs());
        for (URL url : old.getURLs()) {
            if (!known.contains(url) && !url.getPath().equals(jarPath)) {
                fresh.addURL(url);
            }
        }
    }

    /** Shows the recorder each class as it was before anybody changed it. */
    private record DefinedClasses(Recorder recorder) implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] content) {
            boolean program = loader != null
                    && redefined == null
                    && name != null
                    && loader != ClassLoader.getPlatformClassLoader()
                    && !name.startsWith("dev/hindsight/agent/boot/");
            if (program) {
                recorder.classDefined(loader, name, domain, content);
            }
            return null;
        }
    }
}
