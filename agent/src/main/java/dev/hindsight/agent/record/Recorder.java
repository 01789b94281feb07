package dev.hindsight.agent.record;

import dev.hindsight.agent.host.BootState;
import dev.hindsight.agent.host.FieldState;
import dev.hindsight.agent.host.FieldStates;
import dev.hindsight.agent.host.Launch;
import dev.hindsight.agent.host.MethodOrder;
import dev.hindsight.agent.host.ModuleFiles;
import dev.hindsight.agent.host.NameHashes;
import dev.hindsight.agent.host.Options;
import dev.hindsight.agent.host.PrivateFiles;
import dev.hindsight.agent.host.Run;
import dev.hindsight.agent.host.SignedJars;
import dev.hindsight.agent.host.SystemProperties;
import dev.hindsight.agent.instrument.Instrumenter;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.OwnThreads;
import dev.hindsight.runtime.RunHooks;
import dev.hindsight.runtime.ThreadHooks;
import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.ClassStoreWriter;
import dev.hindsight.trace.FailedTest;
import dev.hindsight.trace.NativeTable;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.Sealed;
import dev.hindsight.trace.ThreadMode;
import dev.hindsight.trace.ThrowableKind;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Manifest;
import jdk.internal.loader.Resource;
import jdk.internal.loader.URLClassPath;
import jdk.internal.misc.VM;

/** Records a run: owns the sinks of the program's threads and writes what describes the run as a whole. */
public final class Recorder extends Run implements Runnable {
    /** Where threads are to meet in unusual ways, if not everywhere. */
    private static final String CHAOS_IN = "chaos-in";

    private static final long ORDER = Vm.offsetOf(Recorder.class, "order");
    /** What the description of the end may take on a disk that is full by then. */
    private static final int END_BYTES = 1 << 14;
    /** How many failed tests are named, and how much of what each says. */
    private static final int MOST_TESTS = 1000;

    private static final int MOST_TEXT = 2000;

    private final File directory;
    private final Launch launch;
    private final Options options;
    private final NativeTable table;
    private final Readiness readiness;
    private final ClassStoreWriter classes;
    private final SignedJars jars;
    private final LogWriter writer;
    private final FieldStates fields = new FieldStates();
    private final MappedFiles mappedFiles = new MappedFiles();
    private final ClassLoader appLoader = ClassLoader.getSystemClassLoader();
    private final List<String> warnings = new ArrayList<>();
    private final List<Map<String, Object>> uncaught = new ArrayList<>();
    private final List<FailedTest> failedTests = new ArrayList<>();
    /** Whether more tests have failed than the recording names. */
    private volatile boolean testsStale;

    /** Whether the recording of a run in which nothing failed is removed. */
    private final boolean onlyFailures;

    private volatile List<String> stuck = List.of();
    private final Instrumenter instrumenter;
    private final ThreadMode mode;
    /** Null if threads run as they like. */
    private final Turns turns;

    private volatile long order;
    private long startedMillis;
    private String mainException;
    /** Whether the program has a handler for it. */
    private boolean mainHandled;

    private List<Object> modules = List.of();
    private Map<String, Object> manifest = Map.of();
    /** Whether more arguments of the program are known than the manifest on disk has. */
    private volatile boolean manifestStale;

    private Map<String, Object> bootState = Map.of();
    /** The number that the first thread gets that the program makes. */
    private long firstThread;

    private Map<String, Long> earlierThreads;

    /** What other agents found when the first of them began; null if there is none. */
    private Map<String, Object> agents;

    private boolean ended;
    private int threads;
    /** How many there were when the virtual machine began to end; 0 before that. */
    private int threadsBefore;

    private int appendedJars;

    public Recorder(
            Options options,
            NativeTable table,
            Launch launch,
            Instrumenter instrumenter,
            NameHashes hashes,
            ThreadMode mode)
            throws IOException {
        super(hashes, mode.takesTurns() ? instrumenter : null);
        this.options = options;
        this.table = table;
        this.readiness = new Readiness(table);
        this.launch = launch;
        this.instrumenter = instrumenter;
        long maxSize = maxSize(options);
        if (options.has("seed") && mode != ThreadMode.DETERMINISTIC) {
            throw new IllegalArgumentException("seed goes with threads=deterministic");
        }
        if (options.has("chaos") && !mode.isPerturbed()) {
            throw new IllegalArgumentException("chaos goes with threads=serial, parallel or sync");
        }
        if (options.has(CHAOS_IN) && !options.has("chaos")) {
            throw new IllegalArgumentException("chaos-in goes with chaos=SEED");
        }
        if (options.has(Recording.ANALYSIS) && mode != ThreadMode.PARALLEL) {
            throw new IllegalArgumentException("analysis goes with threads=parallel");
        }
        this.mode = mode;
        this.turns = turns();
        this.onlyFailures = onlyFailures(options);
        this.directory = place(options);
        PrivateFiles.makeDirectory(directory);
        PrivateFiles.makeDirectory(new File(directory, Recording.THREADS));
        reserveEnd();
        PrivateFiles.write(new File(directory, Recording.TABLE), Sealed.table(table.text()));
        if (instrumenter.facts() != null) {
            try (FileOutputStream out = PrivateFiles.create(new File(directory, Recording.FACTS))) {
                out.write(instrumenter.facts().bytes());
            }
        } else if (options.get(Recording.ANALYSIS, "").equals("check")) {
            warn("nothing is known of the program's classes ahead, so nothing was checked; hindsight analyze says why");
        }
        this.classes = new ClassStoreWriter(PrivateFiles.create(new File(directory, Recording.CLASSES)));
        this.jars = new SignedJars(directory);
        this.writer = new LogWriter(directory, maxSize, classes, this);
    }

    private Turns turns() {
        boolean chaos = options.has("chaos");
        return switch (mode) {
            case FREE -> null;
            case SERIAL -> chaos ? chaosTurns(false) : new SerialTurns(this, false);
            case PARALLEL, SYNC -> chaos ? chaosTurns(true) : new SerialTurns(this, true);
            case DETERMINISTIC -> new SeededTurns(this, seed("seed"));
        };
    }

    private Turns chaosTurns(boolean lends) {
        ChaosTurns drawn = new ChaosTurns(this, lends, seed("chaos"));
        if (options.has(CHAOS_IN)) {
            if (!options.get(CHAOS_IN, "").equals("tests")) {
                throw new IllegalArgumentException("chaos-in=" + options.get(CHAOS_IN, "") + " is not tests");
            }
            drawn.perturb(false);
        }
        return drawn;
    }

    private long seed(String option) {
        String text = options.get(option, "0");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + "=" + text + " is not a whole number", e);
        }
    }

    /** The size in bytes at which to stop, written as on the command line; 0 for none. */
    private static long maxSize(Options options) {
        String text = options.get("max-size", "0");
        int unit = text.isEmpty() ? -1 : "KMGT".indexOf(Character.toUpperCase(text.charAt(text.length() - 1)));
        try {
            long number = Long.parseUnsignedLong(unit < 0 ? text : text.substring(0, text.length() - 1));
            return Math.multiplyExact(number, 1L << 10 * (unit + 1));
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException("max-size=" + text + " is not a size; write 500M or 2G", e);
        }
    }

    private static boolean onlyFailures(Options options) {
        String text = options.get("save-on", "always");
        return switch (text) {
            case "always" -> false;
            case "failure" -> true;
            default -> throw new IllegalArgumentException("save-on=" + text + " is neither always nor failure");
        };
    }

    /** A directory that is ours: the one that was named, or a new one below it. */
    private static File place(Options options) throws IOException {
        if (options.has("output") && options.has("output-below")) {
            throw new IllegalArgumentException("output and output-below exclude each other");
        }
        if (!options.has("output-below")) {
            File named = new File(options.get("output", ""));
            refuseUsed(named);
            return named;
        }
        String below = options.get("output-below", "");
        if (below.isEmpty()) {
            throw new IllegalArgumentException("output-below= names no directory");
        }
        File claimed = NumberedPlaces.claim(new File(below));
        if (claimed == null) {
            throw new IOException("cannot create a directory below '" + below + "'");
        }
        return claimed;
    }

    /** Another run's recording is never written over; the tool may have made a place for children already. */
    private static void refuseUsed(File directory) throws IOException {
        if (directory.getPath().isEmpty()) {
            throw new IllegalArgumentException("output= names no directory");
        }
        String[] names = directory.list();
        for (int i = 0; names != null && i < names.length; i++) {
            if (!names[i].equals(Recording.CHILDREN) && !names[i].equals("command.json")) {
                throw new IOException("cannot record into '" + directory + "': it exists and is not empty");
            }
        }
    }

    /** Takes the place on disk that the last file will need; writing that file gives the place back first. */
    private void reserveEnd() throws IOException {
        try (FileOutputStream out = PrivateFiles.create(new File(directory, Recording.END + ".new"))) {
            out.write(new byte[END_BYTES]);
        }
    }

    @Override
    public void mainStarting(Class<?> main, int mode, String target) {
        launch.mainStarting(main, mode, target);
        startedMillis = System.currentTimeMillis();
        modules = ModuleFiles.keep(directory);
        bootState = BootState.capture();
        for (String agent : launch.earlierAgents()) {
            warn("'" + agent + "' begins before Hindsight: what it draws or reads before main is not recorded");
        }
        if (!isLogging()) {
            numberThreads();
        }
        describe();
        writeManifest();
        // The replayer puts the properties back here; to leave the virtual machine in the same state, so does the
        // recorder.
        SystemProperties.restore(SystemProperties.capture());
        // The main class is on disk before the program can be killed or fill the heap.
        writer.flush();
        if (isLogging()) {
            hashes.assign();
            resumeLog();
        } else {
            begin();
        }
    }

    @Override
    public EventSink agentStarting() {
        if (!isLogging()) {
            agents = new LinkedHashMap<>();
            agents.put("boot", BootState.capture());
            Map<String, Object> properties = SystemProperties.capture();
            agents.put("properties", properties);
            SystemProperties.restore(properties);
            numberThreads();
            begin();
            return mainSink();
        }
        return resumeLog();
    }

    private void numberThreads() {
        firstThread = OwnThreads.takeNumber();
        earlierThreads = OwnThreads.numbers();
        OwnThreads.numberFrom(firstThread);
    }

    private void begin() {
        // As in a replay: before that, the JDK makes a method's handle in another way.
        ThreadHooks.initialise();
        writer.start();
        startLog();
    }

    @Override
    protected void turnsBegin(EventSink first) {
        turns.start((RecordingSink) first);
    }

    @Override
    protected void threadAdded(EventSink sink) {
        turns.starts((RecordingSink) sink);
    }

    @Override
    protected void cannotTakeTurns(String reason) {
        writer.giveUp(reason);
    }

    /** Nothing more is recorded, and threads run as they like. */
    void giveUp(String reason) {
        writer.giveUp(reason);
        turns.release();
    }

    /** The same, with a heap that has no room for anything. */
    void giveUpFull() {
        writer.giveUpFull();
        turns.release();
    }

    /** Whether nothing more is recorded, although the program goes on. */
    boolean hasStopped() {
        return writer.stopped();
    }

    Readiness readiness() {
        return readiness;
    }

    @Override
    protected EventSink addSink(Thread thread) {
        RecordingSink sink = new RecordingSink(this, writer, threads++, thread, turns);
        writer.add(sink, thread.getName());
        Hooks.attach(thread, sink);
        return sink;
    }

    /** What was so when the program began: it may change properties as soon as it runs. */
    private void describe() {
        manifest = launch.describe();
        manifest.put("createdMillis", startedMillis);
        manifest.put("output", output());
        manifest.put("warm", instrumenter.isWarm());
        manifest.put("modules", modules);
        manifest.put("boot", bootState);
        manifest.put("firstThread", firstThread);
        manifest.put("earlierThreads", earlierThreads);
        manifest.put("threads", mode.word());
        if (instrumenter.facts() != null) {
            manifest.put(Recording.FACTS, instrumenter.facts().checksum());
            manifest.put(Recording.ANALYSIS, instrumenter.checksFacts() ? "check" : "on");
        }
        if (mode == ThreadMode.DETERMINISTIC) {
            manifest.put("seed", seed("seed"));
        }
        if (options.has("chaos")) {
            manifest.put("chaos", seed("chaos"));
        }
        if (agents != null) {
            manifest.put("agents", agents);
        }
    }

    private void writeManifest() {
        launch.putArguments(manifest);
        try {
            PrivateFiles.write(new File(directory, Recording.MANIFEST), Sealed.json(manifest));
        } catch (IOException e) {
            warn(e.getMessage());
        }
    }

    /** The arguments become known after the main class, one by one. */
    @Override
    public void launcherString(byte[] value) {
        if (launch.argument(value)) {
            manifestStale = true;
        }
    }

    /** Writes the manifest again if there is more to say; for ten thousand arguments it is not written as often. */
    @Override
    public void run() {
        if (manifestStale) {
            manifestStale = false;
            writeManifest();
        }
        if (testsStale) {
            testsStale = false;
            writeTests();
        }
    }

    private void writeTests() {
        String text;
        synchronized (failedTests) {
            text = FailedTest.text(failedTests);
        }
        try {
            PrivateFiles.write(new File(directory, Recording.TESTS), text);
        } catch (IOException e) {
            warn("the tests that failed could not be named: " + e.getMessage());
        }
    }

    @Override
    public String output() {
        return directory.getAbsolutePath();
    }

    @Override
    public boolean perturb(boolean begins) {
        if (turns instanceof ChaosTurns chaos) {
            if (options.has(CHAOS_IN)) {
                chaos.perturb(begins);
            }
            return true;
        }
        return false;
    }

    @Override
    public boolean stopsAtTest(long run) {
        return false;
    }

    @Override
    public void testFailed(long run, String type, String method, String descriptor, String name, String message) {
        FailedTest test = new FailedTest(run, type, method, descriptor, shortened(name), shortened(message));
        synchronized (failedTests) {
            if (failedTests.size() < MOST_TESTS) {
                failedTests.add(test);
            }
        }
        testsStale = true;
    }

    private static String shortened(String text) {
        return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "…";
    }

    private boolean anyTestFailed() {
        synchronized (failedTests) {
            return !failedTests.isEmpty();
        }
    }

    @Override
    public boolean suppliesClasses() {
        return false;
    }

    @Override
    public Resource classFile(URLClassPath path, String name) {
        throw new IllegalStateException("only a replay supplies classes");
    }

    @Override
    public void packageDefined(Manifest manifest, URL source) {
        String place = source == null ? "" : source.toString();
        if (place.isEmpty() || classes.knowsSource(place)) {
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            if (manifest != null) {
                manifest.write(bytes);
            }
            classes.addSource(place, bytes.toByteArray());
        } catch (IOException e) {
            warn(e.getMessage());
        }
    }

    /** A class was defined, by a loader that is not the JDK's own for its own classes. */
    public void classDefined(ClassLoader loader, String name, ProtectionDomain domain, byte[] content) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL location = source == null ? null : source.getLocation();
        String place = location == null ? "" : location.toString();
        // What the program defines itself it defines again; to its loader, such a class is not there before that.
        boolean found = loader == appLoader && RunHooks.isFoundByLoader();
        if (found) {
            try {
                jars.keep(place);
            } catch (IOException e) {
                warn("the signed jar " + place + " cannot be kept: " + e.getMessage());
            }
        }
        classes.addClass(name.replace('/', '.'), found ? "app" : "other", place, content);
    }

    @Override
    protected synchronized void keep(Thread thread, String stack, boolean handled) {
        if (thread == launch.mainThread()) {
            mainException = stack;
            mainHandled = handled;
            return;
        }
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("thread", thread.getName());
        one.put("stack", stack);
        if (handled) {
            one.put("handled", true);
        }
        uncaught.add(one);
    }

    /** Tells the user at once; called on a thread of ours. */
    void say(String line) {
        try {
            new FileOutputStream(FileDescriptor.err)
                    .write(("hindsight: " + line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            warn(line);
        }
    }

    /**
     * Threads cannot go on; the user may end the program now, and ask later what it was. Who looks at what the program prints only
     * later is told by a file.
     *
     * @param ends whether the tool is about to end the program for that, and says why
     */
    void stuck(List<String> lines, boolean ends) {
        stuck = lines;
        if (ends) {
            return;
        }
        try {
            if (tellsStandstill()) {
                PrivateFiles.write(new File(options.get("standstill", "") + ".seen"), String.join("\n", lines) + "\n");
                return;
            }
        } catch (IOException e) {
            warn("that threads wait for each other could not be told: " + e.getMessage());
        }
        say(String.join("\nhindsight: ", lines));
    }

    /** Whether somebody waits to be told that threads can never go on. */
    boolean tellsStandstill() {
        return options.has("standstill");
    }

    /** No thread can ever go on by itself, or some never can; a file tells the tool, which ends the program then. */
    void standsStill() {
        try {
            PrivateFiles.create(new File(options.get("standstill", ""))).close();
        } catch (IOException e) {
            warn("that no thread can go on could not be told: " + e.getMessage());
        }
    }

    /** Also called by the writer, which a thread that has our lock may be waiting for. */
    private void warn(String warning) {
        synchronized (warnings) {
            if (!warnings.contains(warning)) {
                warnings.add(warning);
            }
        }
    }

    @Override
    public synchronized void ending() {
        threadsBefore = threads;
    }

    /** Whether no two threads ran at the same time: one that starts when the program ends has it to itself. */
    private boolean isSequential() {
        return threads == 1 || threadsBefore == 1 && threads == 2;
    }

    @Override
    public void exiting(int status) {
        String thread = Thread.currentThread().getName();
        if (RunHooks.isHandler(thread)) {
            finish("SIG" + RunHooks.signalOf(thread), status);
        } else {
            finish(VM.isShutdown() ? "exit" : "halt", status);
        }
    }

    @Override
    public void unknownThread(Thread thread, String kind) {
        warn("the program runs on " + kind + ", which this version cannot replay");
    }

    @Override
    public void turnLost(String reason) {
        giveUp(reason);
    }

    @Override
    public void returned() {
        finish("returned", mainException == null ? 0 : 1);
    }

    private synchronized void finish(String kind, int status) {
        EventSink sink = Hooks.current();
        if (sink != null) {
            sink.mute();
        }
        if (ended || startedMillis == 0) {
            return;
        }
        ended = true;
        // Before the log ends, since it takes a while: what the others print from then on is not recorded.
        List<String> where = kind.startsWith("SIG") ? Frames.describeAll() : List.of();
        long places = order;
        writer.finish(sink);
        if (sink == null && kind.startsWith("SIG") && !writer.stopped()) {
            // Its handler was started before the hooks were there; how far the others had come is not known.
            writer.giveUp("a signal came when the program was about to begin");
        }
        if (onlyFailures && status == 0 && !anyTestFailed()) {
            remove(directory);
            return;
        }
        // The writer does not come any more if it has given up.
        run();
        Map<String, Object> end = new LinkedHashMap<>();
        long now = System.currentTimeMillis();
        end.put("kind", kind);
        end.put("exitCode", (long) status & 0xff);
        end.put("thread", sink instanceof RecordingSink own ? (long) own.number() : -1L);
        end.put("endedMillis", now);
        end.put("wallMillis", now - startedMillis);
        end.put("events", writer.events());
        end.put("places", places);
        end.put("threads", (long) writer.threads());
        end.put("sequential", isSequential());
        end.put("classBytes", classes.size());
        if (writer.stopReason() != null) {
            end.put("stopped", writer.stopReason());
        }
        if (mainException != null) {
            end.put("exception", mainException);
            if (mainHandled) {
                end.put("handled", true);
            }
        }
        end.put("uncaught", uncaught);
        end.put("stuck", stuck);
        if (!where.isEmpty()) {
            end.put("where", where);
        }
        synchronized (warnings) {
            end.put("warnings", new ArrayList<>(warnings));
        }
        try {
            PrivateFiles.write(new File(directory, Recording.END), Sealed.json(end));
        } catch (IOException e) {
            System.err.println("hindsight: the end of the recording could not be written: " + e.getMessage());
        }
    }

    /** A directory with all that is in it; a link goes, and what it leads to stays. */
    private static void remove(File file) {
        String[] names = file.delete() ? null : file.list();
        for (int i = 0; names != null && i < names.length; i++) {
            remove(new File(file, names[i]));
        }
        file.delete();
    }

    @Override
    public byte[][] environment(byte[][] raw) {
        return launch.environment(raw, options);
    }

    @Override
    public String[] arguments(String[] raw) {
        return launch.withoutAgent(raw);
    }

    @Override
    public Method[] methods(Class<?> type, Method[] found) {
        classes.addOrder(MethodOrder.name(type, found), MethodOrder.capture(found));
        return found;
    }

    @Override
    public void unsupported(int row) {
        unsupported(table.rows().get(row - 1).shortName() + " was called");
        if (turns != null && ThreadHooks.isArmed()) {
            ThreadHooks.releaseTurns(Hooks.current());
            turns.release();
        }
    }

    @Override
    public void unrecorded(int row) {
        warn(table.rows().get(row - 1).shortName()
                + " was called, which is not recorded: at replay it runs for real, and may do or tell something else");
    }

    @Override
    public void unrecorded(String what) {
        warn(what + " are not recorded: at replay they run again, with what they find on that machine");
    }

    @Override
    public void unsupported(String what) {
        warn(what + ", which this version cannot replay");
    }

    @Override
    public void damaged(String what) {
        throw new IllegalStateException("a recording reads nothing: " + what);
    }

    /** A replay keeps it alive up to there: it may be in no other place than its queue. */
    void tookReference(int number) {
        classes.addTaken(number);
    }

    @Override
    public boolean keepsReferents() {
        return false;
    }

    @Override
    public void keep(Reference<?> reference, Object referent, int number) {
        // The collector decides.
    }

    @Override
    public Reference<?> reference(int number) {
        throw new IllegalStateException("a reference is asked for by its name in a recording");
    }

    /** The agent may have made the jar for this run only. */
    @Override
    public synchronized String appendedJar(String path) {
        File jars = new File(directory, Recording.JARS);
        try {
            PrivateFiles.makeDirectory(jars);
            try (FileInputStream in = new FileInputStream(path);
                    FileOutputStream out = PrivateFiles.create(new File(jars, appendedJars++ + ".jar"))) {
                in.transferTo(out);
            }
        } catch (IOException e) {
            warn("a jar that an agent added to the class path could not be copied: " + e.getMessage());
        }
        return path;
    }

    @Override
    public String attachedTo(String processId) {
        if (!processId.equals(String.valueOf(Launch.pid()))) {
            warn("the program attached to another virtual machine, which this version cannot replay");
        }
        return processId;
    }

    @Override
    public String[] childCommand(String[] command) {
        boolean java = command.length > 0 && new File(command[0]).getName().equals("java");
        File recording =
                java && directory.isDirectory() ? NumberedPlaces.claim(new File(directory, Recording.CHILDREN)) : null;
        if (recording == null) {
            return command;
        }
        String[] changed = new String[command.length + 1];
        changed[0] = command[0];
        changed[1] = launch.agentOption(options, recording.getPath());
        System.arraycopy(command, 1, changed, 2, command.length - 1);
        return changed;
    }

    long nextOrder() {
        return Vm.getAndIncrement(this, ORDER);
    }

    FieldState fields(Class<?> type) {
        return fields.of(type);
    }

    /** Device, inode and size of a file that is about to be mapped. */
    long[] fileMapped(EventSink sink, int fd) {
        sink.mute();
        try {
            return mappedFiles.map(fd);
        } catch (IOException e) {
            warn("a file was mapped that could not be told from others: " + e.getMessage());
            return new long[] {-1, -1, 0};
        } finally {
            sink.unmute();
        }
    }

    /** What an event did to a mapped file; null if the file is not mapped. */
    MappedFiles.Change fileChanged(EventSink sink, int fd, long offset, long count) {
        if (mappedFiles.isEmpty() || fd < 0 || count < 0) {
            return null;
        }
        sink.mute();
        try {
            return mappedFiles.change(fd, offset, count);
        } catch (IOException e) {
            warn("a mapped file was written, and its new content could not be read: " + e.getMessage());
            return null;
        } finally {
            sink.unmute();
        }
    }

    /** Reads on in what changed; at most {@code left} bytes. */
    int read(EventSink sink, MappedFiles.Change change, long left) {
        sink.mute();
        try {
            return change.read(left);
        } catch (IOException e) {
            warn("a mapped file was written, and its new content could not be read: " + e.getMessage());
            return change.skip(left);
        } finally {
            sink.unmute();
        }
    }

    /** A native threw something; what the table of throwables does not list exactly cannot be thrown again exactly. */
    void threw(Throwable thrown, int kind) {
        if (kind < 0 || !ThrowableKind.isExact(thrown.getClass())) {
            warn("a native threw " + thrown.getClass().getName() + ", which replay cannot throw again");
        }
    }
}
