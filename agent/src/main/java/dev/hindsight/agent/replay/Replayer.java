package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.BootState;
import dev.hindsight.agent.host.FieldState;
import dev.hindsight.agent.host.FieldStates;
import dev.hindsight.agent.host.HeapChoice;
import dev.hindsight.agent.host.Launch;
import dev.hindsight.agent.host.MethodOrder;
import dev.hindsight.agent.host.NameHashes;
import dev.hindsight.agent.host.Options;
import dev.hindsight.agent.host.Run;
import dev.hindsight.agent.host.SignedJars;
import dev.hindsight.agent.host.SystemProperties;
import dev.hindsight.runtime.Deadlocks;
import dev.hindsight.runtime.Evaluation;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.OwnThreads;
import dev.hindsight.runtime.PollHooks;
import dev.hindsight.runtime.RunHooks;
import dev.hindsight.runtime.StepLog;
import dev.hindsight.runtime.ThreadHooks;
import dev.hindsight.runtime.Vm;
import dev.hindsight.runtime.WaitSets;
import dev.hindsight.trace.ChunkReader;
import dev.hindsight.trace.ClassStore;
import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.Json;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.NativeTable;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.ThreadMode;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Manifest;
import jdk.internal.loader.Resource;
import jdk.internal.loader.URLClassPath;

/** Replays a run: gives each thread its log, supplies the recorded classes, and says how it went. */
public final class Replayer extends Run {
    private static final long TURN_WAIT_NANOS = 20_000;
    /** For the headers of chunks: most of a large chunk is read into its place, past the buffer. */
    private static final int MOST_BUFFERED = 1 << 12;
    /** Seen on 25, not on 17; those between are taken to be like 25. */
    private static final int HASHES_WHAT_DEBUGGERS_SEE = 18;

    private static final long STALL_NANOS = 30_000_000_000L;
    private static final long END_NANOS = 5_000_000_000L;
    /** How often a thread that has nothing to do any more looks whether the others have. */
    private static final long LOOK_NANOS = 1_000_000_000L;

    private static final int MOST_NOTES = 20;
    private static final int DIVERGED = 125;
    private static final int KILLED = 137;

    private final Recording recording;
    private final NativeTable table;
    private final Launch launch;
    private final Status status;
    private final RecordedClasses classes;
    private final FieldStates fields = new FieldStates();
    private final MappedFiles mappedFiles;
    /** What ends a replay from outside, and the exit code that says so. */
    private static final Map<String, Integer> INTERRUPTIONS = Map.of("HUP", 129, "INT", 130, "TERM", 143);

    private final RecordedSignals signals;
    private final ProgressLine progress;
    private final StepFile steps;
    /** Whether a debugger may hold threads up for as long as its user likes. */
    private final boolean patient;

    /** The run of a test in which a debugger is to stop; 0 for none. */
    private final long stopAtTest;

    private volatile long turn;
    /** Where the order of all events ends; what was written behind it did not happen, or what came before it is lost. */
    private final long places;

    /** The same, if the replay is to end there since the recording does; else out of reach. */
    private final long cut;

    /** Whether the recording has one thread only. */
    private final boolean alone;

    /** How many places of the order are not ends of events; only the thread that has its turn changes it. */
    private volatile long leavings;

    /** Null if the recording tells who had its turn when. */
    private final SeededTurns turns;

    private volatile boolean armed;
    private volatile boolean over;
    private int threads;
    private int nextNumber;
    /** Copied when it changes: who reads it must not be seen waiting for a monitor of ours. */
    private volatile Thread[] programThreads = new Thread[0];

    /** The thread that an exception ended last, and the exception. */
    private volatile Thread thrownIn;

    private volatile String thrown;
    private final KeptReferents kept;
    private final List<String> notes = new ArrayList<>();
    private final List<ReplayingSink> sinks = new ArrayList<>();
    private int appendedJars;

    /** @param turning null if threads run as they like */
    public Replayer(
            Options options, Recording recording, NativeTable table, Launch launch, NameHashes hashes, Turning turning)
            throws IOException {
        super(hashes, turning);
        File directory = recording.directory().toFile();
        this.recording = recording;
        this.table = table;
        this.launch = launch;
        this.status = Status.of(options);
        this.progress = new ProgressLine(this, options);
        this.steps = new StepFile(options);
        // Being asked something makes the class one that debuggers find.
        this.patient = options.has("debug") && !Evaluation.isUsed();
        this.stopAtTest = options.getLong("stop-at-test", 0);
        if (!recording.table().text().equals(table.text())) {
            throw new CorruptRecordingException("Recording '" + directory + "' was made by Hindsight "
                    + recording.manifest().get("hindsight") + ", whose table of natives differs from this version's.");
        }
        try (FileInputStream in = new FileInputStream(new File(directory, Recording.CLASSES))) {
            ClassStore store = ClassStore.read(new BufferedInputStream(in, 1 << 16));
            this.classes = new RecordedClasses(store, new SignedJars(directory));
            this.kept = new KeptReferents(store.taken());
        }
        this.cut = recording.isCut() && options.has("places") ? options.getLong("places", 0) : Long.MAX_VALUE;
        this.places = recording.end().get("places") instanceof Long count && !recording.isCut() ? count : cut;
        this.turns = ThreadMode.DETERMINISTIC.word().equals(recording.manifest().get("threads"))
                ? new SeededTurns(this, recording.manifest().get("seed") instanceof Long seed ? seed : 0)
                : null;
        this.alone = recording.threads().size() == 1;
        this.signals = new RecordedSignals(this, recording);
        this.mappedFiles = new MappedFiles(status.scratch());
    }

    @Override
    public void mainStarting(Class<?> main, int mode, String target) {
        launch.mainStarting(main, mode, target);
        // The recorder describes the launch here; to leave the virtual machine in the same state, so does the replayer.
        Json.write(launch.describe());
        if (recording.manifest().get("launch") instanceof Map<?, ?> recorded
                && recorded.get("heapOptions") instanceof List<?> options) {
            HeapChoice.hide(options);
        }
        BootState.capture();
        if (recording.manifest().get("properties") instanceof Map<?, ?> recorded) {
            SystemProperties.restore(recorded);
        }
        BootState.restore(recording);
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
            BootState.capture();
            if (recording.manifest().get("agents") instanceof Map<?, ?> agents) {
                if (agents.get("properties") instanceof Map<?, ?> recorded) {
                    SystemProperties.restore(recorded);
                }
                BootState.restore(agents.get("boot"));
            }
            begin();
            return mainSink();
        }
        return resumeLog();
    }

    private void begin() {
        long unused = OwnThreads.takeNumber();
        if (recording.manifest().get("earlierThreads") instanceof Map<?, ?> numbers) {
            OwnThreads.renumber(numbers);
        }
        OwnThreads.numberFrom(recording.manifest().get("firstThread") instanceof Long first ? first : unused);
        // A thread that a debugger stops in the middle of it would keep it from those in which the debugger evaluates.
        ThreadHooks.initialise();
        OwnThreads.start("hindsight-progress", progress);
        if (!signals.isEmpty()) {
            OwnThreads.start("hindsight-signals", signals);
        }
        armed = true;
        startLog();
    }

    @Override
    protected EventSink addSink(Thread thread) {
        int number = numberOfNext();
        threads++;
        File file = new File(new File(recording.directory().toFile(), Recording.THREADS), number + ".log");
        if (!file.exists() && Hooks.current() instanceof ReplayingSink starter) {
            if (recording.isCut() && cut == Long.MAX_VALUE) {
                stop(starter, "ended", "", KILLED);
            }
            if (recording.isCut()) {
                // It may have run already, but what it did is lost.
                return attach(thread, number, new ByteArrayInputStream(new byte[0]));
            }
            if (starter.atEnd() && recording.end().get("thread") instanceof Long ender && ender != starter.number()) {
                awaitSignal(starter);
            }
            diverged(starter, "the program starts the thread '" + thread.getName() + "'", "no thread to be started");
        }
        try {
            Recording.requireFile(file);
            int buffer = (int) Math.min(file.length() + 1, MOST_BUFFERED);
            return attach(thread, number, new BufferedInputStream(new FileInputStream(file), buffer));
        } catch (IOException e) {
            throw unreadable(number, e);
        }
    }

    private EventSink attach(Thread thread, int number, InputStream log) {
        try {
            ReplayingSink sink = new ReplayingSink(this, number, thread, new ChunkReader(log), turns);
            Hooks.attach(thread, sink);
            synchronized (this) {
                closeEnded();
                sinks.add(sink);
                listThreads(null);
            }
            return sink;
        } catch (IOException e) {
            throw unreadable(number, e);
        }
    }

    private IllegalStateException unreadable(int number, IOException e) {
        damaged("the log of thread " + number + " cannot be read: " + e.getMessage());
        return new IllegalStateException(e);
    }

    /** A signal ended the recorded run before the thread came so far; its handler has to be let in. */
    private synchronized void awaitSignal(ReplayingSink sink) {
        sink.mute();
        try {
            long deadline = System.nanoTime() + STALL_NANOS;
            while (System.nanoTime() < deadline) {
                try {
                    wait(LOOK_NANOS / 1_000_000);
                } catch (InterruptedException e) {
                    // The program's own interrupt comes too late to matter.
                    continue;
                }
            }
        } finally {
            sink.unmute();
        }
    }

    private int numberOfNext() {
        if (signals.isDelivering()) {
            return signals.handler();
        }
        while (signals.isHandler(nextNumber)) {
            nextNumber++;
        }
        return nextNumber++;
    }

    /** @param another one that goes on with the log of the main thread; null for none */
    private void listThreads(Thread another) {
        Thread[] threads = new Thread[sinks.size() + (another == null ? 0 : 1)];
        for (int i = 0; i < sinks.size(); i++) {
            threads[i] = sinks.get(i).thread();
        }
        if (another != null) {
            threads[sinks.size()] = another;
        }
        programThreads = threads;
    }

    /** The logs of threads that have ended are not needed any more; the main thread's goes on behind its end. */
    private void closeEnded() throws IOException {
        for (int i = sinks.size() - 1; i > 0; i--) {
            ReplayingSink sink = sinks.get(i);
            if (sink.isThreadGone()) {
                sink.close();
                Hooks.detach(sink);
                sinks.remove(i);
            }
        }
    }

    /** A signal that comes from outside, and not from the recording, is meant for the replay. */
    @Override
    public void threadStarting(Thread thread) {
        boolean real = Hooks.current() == null && !signals.isDelivering() && RunHooks.isHandler(thread.getName());
        if (real && isLogging()) {
            interrupt(RunHooks.signalOf(thread.getName()));
        }
        StepLog.started(thread);
        super.threadStarting(thread);
        if (turns == null
                && !thread.isDaemon()
                && !recording.isCut()
                && Hooks.of(thread) instanceof ReplayingSink own) {
            awaitDestroyer(own);
        }
    }

    /**
     * When the main thread has ended, the virtual machine waits for all that are not daemons and then ends. A hook that a signal
     * starts may have come too late to be waited for; then it must here, too.
     */
    private void awaitDestroyer(ReplayingSink starting) {
        if (!(mainSink() instanceof ReplayingSink main) || !ThreadHooks.isEnded(main.thread()) || main.isHandedOver()) {
            return;
        }
        if (main.firstPlace() < starting.firstPlace()) {
            long deadline = System.nanoTime() + END_NANOS;
            while (!main.isHandedOver() && System.nanoTime() < deadline) {
                Vm.park(TURN_WAIT_NANOS);
            }
        }
    }

    @Override
    protected void turnsBegin(EventSink first) {
        if (turns != null) {
            turns.start(first);
        }
    }

    /** Otherwise whose turn it is next is recorded. */
    @Override
    protected void threadAdded(EventSink sink) {
        if (turns != null) {
            turns.starts((ReplayingSink) sink);
        }
    }

    @Override
    protected void cannotTakeTurns(String reason) {
        failed(reason);
    }

    private void interrupt(String signal) {
        Integer code = INTERRUPTIONS.get(signal);
        if (code == null) {
            failed("SIG" + signal + " came from outside; the recorded program did not get it");
        } else {
            over = true;
            progress.end();
            Runtime.getRuntime().halt(code);
        }
    }

    @Override
    public void launcherString(byte[] value) {
        launch.argument(value);
    }

    @Override
    public boolean suppliesClasses() {
        return true;
    }

    @Override
    public Resource classFile(URLClassPath path, String name) {
        try {
            Resource found = classes.find(path, name);
            if (found != null && Evaluation.isNow()) {
                note("what the debugger evaluated loaded " + RecordedClasses.className(name)
                        + " before the program did: its initialiser was not fed from " + "the recording");
            }
            return found;
        } catch (IOException e) {
            damaged(e.getMessage());
            return null;
        }
    }

    /** Something that the user has to know about a replay that went well. */
    synchronized void note(String text) {
        if (notes.size() < MOST_NOTES && !notes.contains(text)) {
            notes.add(text);
        }
    }

    @Override
    public void packageDefined(Manifest manifest, URL source) {
        // The recording has it already.
    }

    /** The recording has it already, if it was thrown there, too. */
    @Override
    protected void keep(Thread thread, String stack, boolean handled) {
        thrownIn = thread;
        thrown = stack;
        steps.threadEnded(thread, stack);
    }

    @Override
    public void ending() {
        // Only a recorder tells what ran at the end from what ran beside the program.
    }

    @Override
    public void exiting(int code) {
        finish();
    }

    @Override
    public void returning() {
        super.returning();
        synchronized (this) {
            listThreads(Thread.currentThread());
        }
    }

    @Override
    public void unknownThread(Thread thread, String kind) {
        if (!over) {
            // Else it is we who write on that thread, to say so.
            failed("the program runs on " + kind + named(thread) + ", which this version cannot replay");
        }
    }

    @Override
    public void turnLost(String reason) {
        failed(reason + ", which did not happen in the recording");
    }

    private static String named(Thread thread) {
        return thread.getName().isEmpty() ? "" : " ('" + thread.getName() + "')";
    }

    @Override
    public void returned() {
        finish();
    }

    private void finish() {
        EventSink sink = Hooks.current();
        if (!armed || over) {
            return;
        }
        if (sink != null) {
            sink.mute();
        }
        try {
            if (Evaluation.isNow()) {
                failed("what the debugger evaluated ended the program");
            }
            if (recording.isCut()) {
                // The recorded run did not come to this end.
                awaitOthers();
                stop(sink, "ended", "", KILLED);
            }
            if (sink instanceof ReplayingSink own && !recording.end().isEmpty() && own.number() == 0 && !own.atEnd()) {
                diverged(own, "the program ends", "more events");
            }
            awaitOthers();
            over = true;
            progress.end();
            steps.write();
            status.write("faithful", passed(), threads, notes(), 0);
        } finally {
            if (sink != null && !over) {
                sink.unmute();
            }
        }
    }

    private synchronized String notes() {
        StringBuilder text = new StringBuilder();
        for (String note : notes) {
            text.append("note: ").append(note).append('\n');
        }
        return text.toString();
    }

    /** What other threads did before the end, they do before the end; a run that does less is not the recorded one. */
    private void awaitOthers() {
        if (places == Long.MAX_VALUE) {
            return;
        }
        long deadline = System.nanoTime() + END_NANOS;
        while (turn < places && (patient || System.nanoTime() < deadline)) {
            Vm.park(TURN_WAIT_NANOS);
        }
        if (turn < places) {
            String message = "diverged: the program ends after " + passed() + " events; the recorded one had "
                    + recording.end().getOrDefault("events", "more");
            stop(Hooks.current(), "diverged", message, DIVERGED);
        }
    }

    @Override
    public byte[][] environment(byte[][] raw) {
        return raw;
    }

    @Override
    public String[] arguments(String[] raw) {
        return raw;
    }

    @Override
    public Method[] methods(Class<?> type, Method[] found) {
        return MethodOrder.restore(found, classes.order(MethodOrder.name(type, found)));
    }

    @Override
    public void unsupported(int row) {
        failed("the program calls " + table.rows().get(row - 1).shortName() + ", which this version cannot replay");
    }

    @Override
    public void unrecorded(int row) {
        // The recording has said so.
    }

    @Override
    public void unrecorded(String what) {
        // The recording has said so.
    }

    @Override
    public void unsupported(String what) {
        failed(what + ", which this version cannot replay");
    }

    @Override
    public boolean keepsReferents() {
        return true;
    }

    @Override
    public void keep(Reference<?> reference, Object referent, int number) {
        kept.add(reference, referent, number);
    }

    @Override
    public Reference<?> reference(int number) {
        Reference<?> found = kept.find(number);
        if (found == null && Hooks.current() instanceof ReplayingSink sink) {
            diverged(sink, "the program has made no such reference", "a reference in its queue");
        }
        return found;
    }

    @Override
    public synchronized String appendedJar(String path) {
        File jars = new File(recording.directory().toFile(), Recording.JARS);
        return new File(jars, appendedJars++ + ".jar").getPath();
    }

    /** A program that attaches to itself knows itself by the process id of the recorded run. */
    @Override
    public String attachedTo(String processId) {
        if (!processId.equals(String.valueOf(recording.manifest().get("pid")))) {
            failed("the program attaches to another virtual machine, which this version cannot replay");
        }
        return String.valueOf(Launch.pid());
    }

    @Override
    public String output() {
        return recording.manifest().get("output") instanceof String place ? place : null;
    }

    @Override
    public boolean perturb(boolean begins) {
        return recording.manifest().containsKey("chaos");
    }

    @Override
    public long nextTest() {
        long run = super.nextTest();
        steps.testStarts(run);
        return run;
    }

    @Override
    public boolean stopsAtTest(long run) {
        return run == stopAtTest;
    }

    @Override
    public void testFailed(long run, String type, String method, String descriptor, String name, String message) {
        // Which it was is in the recording, but not at which step.
        steps.testFailed(run, name, message);
    }

    @Override
    public String[] childCommand(String[] command) {
        // None is started.
        return command;
    }

    NativeRow row(int id) throws CorruptRecordingException {
        return table.row(id);
    }

    FieldState fields(Class<?> type) {
        return fields.of(type);
    }

    boolean mapsFiles() {
        return !mappedFiles.isEmpty();
    }

    /** @param file device, inode and size */
    void resizeMapped(ReplayingSink sink, long[] file) throws IOException {
        sink.mute();
        try {
            mappedFiles.resize(file[0], file[1], file[2]);
        } finally {
            sink.unmute();
        }
    }

    void writeMapped(ReplayingSink sink, long[] file, long offset, byte[] data, int length) throws IOException {
        sink.mute();
        try {
            mappedFiles.write(file[0], file[1], offset, data, length);
        } finally {
            sink.unmute();
        }
    }

    long map(ReplayingSink sink, long[] file, int mode, long position, long size) throws IOException {
        sink.mute();
        try {
            return mappedFiles.map(file[0], file[1], mode, position, size);
        } finally {
            sink.unmute();
        }
    }

    void echo(ReplayingSink sink, int descriptor, byte[] data, int length) {
        sink.mute();
        try {
            progress.print(descriptor, data, length);
        } catch (IOException e) {
            failed("what the program prints cannot be written: " + e.getMessage());
        } finally {
            sink.unmute();
        }
    }

    /** Returns when all events before this one have passed. */
    void awaitTurn(ReplayingSink sink, long order) {
        if (order >= places) {
            // The thread was about to do this when another one ended the program.
            awaitEnd(sink);
        }
        if (turn == order) {
            return;
        }
        if (turns != null) {
            diverged(sink, "threads met in another way: the run is at place " + turn, "this event at place " + order);
        }
        sink.mute();
        try {
            Standstill standstill = new Standstill(STALL_NANOS, turn);
            sink.awaits(order);
            while (turn != order) {
                // Where threads take turns, whoever passes the event before wakes this one.
                boolean stands = standsAfter(ThreadHooks.isArmed() ? LOOK_NANOS : TURN_WAIT_NANOS, standstill);
                Deadlocks.answer(sink);
                if (stands && !othersWork()) {
                    nobodyComes(sink);
                }
            }
        } finally {
            sink.unmute();
        }
    }

    /** Waits, and says whether no event has passed for too long; somebody may wake this thread for another reason. */
    private boolean standsAfter(long nanos, Standstill standstill) {
        long start = System.nanoTime();
        Vm.park(nanos);
        if (Vm.isInterrupted(Thread.currentThread())) {
            // Parking does not work then.
            Thread.yield();
        }
        return standstill.lasts(nanos, System.nanoTime() - start, turn);
    }

    /**
     * Something that differs when another thread of the program has moved; one may wait in the virtual machine as if it ran.
     * Threads that are in here, too, only look at each other.
     */
    private int stacks() {
        int sum = 0;
        for (Thread thread : programThreads) {
            boolean ends = Hooks.of(thread) instanceof ReplayingSink sink && sink.isAwaitingEnd();
            sum = 31 * sum + (ends ? 0 : Arrays.hashCode(thread.getStackTrace()));
        }
        return sum;
    }

    /** Whether a thread of the program runs that is not the current one; it may compute for long between two events. */
    private boolean othersWork() {
        for (Thread thread : programThreads) {
            if (thread != Thread.currentThread() && thread.getState() == Thread.State.RUNNABLE) {
                return true;
            }
        }
        return false;
    }

    /** A thread let others run in the middle of an event; that has a place, too. */
    void passedLeaving(long order) {
        leavings++;
        passed(order);
    }

    /** Who is next is decided; that has a place, too. */
    long decide() {
        leavings++;
        return turn++;
    }

    long turn() {
        return turn;
    }

    /** Nobody has the turn, and nobody can get it. */
    void nobodyRuns(ReplayingSink sink) {
        if (recording.isCut()) {
            stop(sink, "ended", "", KILLED);
        }
    }

    void passed(long order) {
        StepLog.passed(order + 1);
        if (order + 1 == cut) {
            turn = cut;
            stop(Hooks.current(), "ended", "", KILLED);
        }
        if (!ThreadHooks.isArmed() || turns != null) {
            turn = order + 1;
            return;
        }
        EventSink own = Hooks.current();
        own.mute();
        try {
            ReplayingSink next = next(own, order + 1);
            Object monitor = next == null ? null : next.waiting.wokenIn();
            WaitSets.willWake(monitor);
            turn = order + 1;
            if (next == null) {
                // It may have come so far just now: it looked at the turn after it had said what it waits for.
                next = next(own, order + 1);
                monitor = next == null ? null : next.waiting.wokenIn();
                WaitSets.willWake(monitor);
            }
            if (next != null) {
                WaitSets.wake(next.thread(), monitor);
            }
        } finally {
            own.unmute();
        }
    }

    /** The thread, other than the current one, whose turn this is; null if it has not come so far. */
    private synchronized ReplayingSink next(EventSink own, long order) {
        for (int i = 0; i < sinks.size(); i++) {
            if (sinks.get(i) != own && sinks.get(i).awaited() == order) {
                return sinks.get(i);
            }
        }
        return null;
    }

    /** The thread did nothing more in the recorded run; neither does it here. */
    void awaitEnd(ReplayingSink sink) {
        sink.mute();
        sink.awaitsEnd();
        boolean known = cut != Long.MAX_VALUE;
        Standstill noEvent = new Standstill(known ? STALL_NANOS : END_NANOS, turn);
        Standstill noMove = new Standstill(END_NANOS, 0);
        while (true) {
            if (turn >= cut) {
                stop(sink, "ended", "", KILLED);
            }
            long start = System.nanoTime();
            Vm.park(LOOK_NANOS);
            long took = System.nanoTime() - start;
            Deadlocks.answer(sink);
            boolean quiet = noEvent.lasts(LOOK_NANOS, took, turn) && !othersWork();
            if (known && quiet) {
                nobodyComes(sink);
            }
            boolean stands = !known && recording.isCut() && noMove.lasts(LOOK_NANOS, took, movement()) && !patient;
            if (recording.isCut() && (stands || quiet)) {
                stop(sink, "ended", "", KILLED);
            }
        }
    }

    /** The thread that has its turn needs what another one has, of which the log does not tell where it was stopped. */
    void comesNotBack(ReplayingSink sink) {
        if (!recording.isCut()) {
            diverged(sink, "the thread uses what belongs to one that runs beside it", "to go on without that");
        }
        stop(sink, "ended", "", KILLED);
    }

    /** Tells when nothing will move any more; null where the recording does not end early. */
    Standstill untilNothingMoves() {
        return recording.isCut() ? new Standstill(END_NANOS, 0) : null;
    }

    /**
     * A thread has waited for its turn, and goes on waiting. Where the recording ends early, who has the turn may wait for good
     * inside the virtual machine.
     */
    void waited(ReplayingSink sink, long nanos, long took, Standstill noMove) {
        sink.mute();
        try {
            if (noMove.lasts(nanos, took, movement()) && !patient) {
                stop(sink, "ended", "", KILLED);
            }
        } finally {
            sink.unmute();
        }
    }

    private void nobodyComes(ReplayingSink sink) {
        long place = turn;
        diverged(sink, "no thread comes to event " + place + " of the run", "event " + place + " of another thread");
    }

    /** Something that differs when a thread of the program has done anything that can be seen. */
    private long movement() {
        return 31 * (31 * turn + PollHooks.progress()) + stacks();
    }

    /**
     * A thread's log has come to its end behind an event. If that is the end of the recording, and not that of the program,
     * what the program does from here on is unknown: it may compute for long, or for ever.
     */
    void logEnded(ReplayingSink sink) {
        if (recording.isCut() && alone) {
            stop(sink, "ended", "", KILLED);
        }
    }

    /** How many events have passed. */
    long passed() {
        return turn - leavings;
    }

    /** The program wants another event, and the log has none. */
    void endOfLog(ReplayingSink sink, NativeRow actual) {
        endInEvent(sink);
        diverged(sink, "the program calls " + actual.shortName(), "the end of the program");
    }

    /**
     * The log of this thread ends here. If another thread ended the program, this one waits for that; if the recording was
     * cut, the replay has come as far as it can; otherwise the program does more than it did, and this returns.
     */
    void endInEvent(ReplayingSink sink) {
        if (cut != Long.MAX_VALUE) {
            awaitEnd(sink);
        }
        if (recording.isCut()) {
            NativeRow row = sink.row();
            stop(sink, "ended", row == null ? "" : "it was in " + row.shortName(), KILLED);
        }
        if (recording.end().get("thread") instanceof Long ender && ender != sink.number()) {
            sink.mute();
            try {
                Standstill standstill = new Standstill(STALL_NANOS, turn);
                boolean stands;
                do {
                    stands = standsAfter(LOOK_NANOS, standstill);
                    Deadlocks.answer(sink);
                } while (!stands || othersWork());
            } finally {
                sink.unmute();
            }
            diverged(sink, "no thread ends the program", "the end of the program by thread " + ender);
        }
    }

    boolean isTurnOf(long order) {
        return turn == order && order < places;
    }

    void diverged(ReplayingSink sink, String actual, String expected) {
        sink.mute();
        try {
            stop(
                    sink,
                    "diverged",
                    Divergence.describe(
                                    sink,
                                    Thread.currentThread(),
                                    actual,
                                    expected,
                                    Divergence.doubt(recording.manifest(), alone))
                            + thrown()
                            + scrubbed(),
                    DIVERGED);
        } finally {
            sink.unmute();
        }
    }

    /**
     * Whether fewer identity hashes were drawn because the debugger has objects hashed that it shows, as younger JVMs do to tell them
     * apart: the program then finds a hash where it would have drawn one.
     */
    boolean debuggerHashes() {
        if (patient && Runtime.version().feature() >= HASHES_WHAT_DEBUGGERS_SEE) {
            note(
                    "fewer identity hashes were drawn than recorded, as is so for objects that a debugger has shown; theirs are others");
            return true;
        }
        return false;
    }

    /** The exception that ends this thread, which may be what differs. */
    private String thrown() {
        return thrownIn == Thread.currentThread() ? "\n  after the thread was ended by " + thrown.trim() : "";
    }

    private String scrubbed() {
        return recording.manifest().containsKey(Recording.SCRUBBED)
                ? "\n  the recording is a copy in which secrets were replaced; the program may do more with them than pass them on"
                : "";
    }

    /** The recording cannot be read any further. */
    @Override
    public void damaged(String message) {
        stop(Hooks.current(), Status.DAMAGED, message, DIVERGED);
    }

    /** The replay cannot go on for a reason that is not the program's. */
    void failed(String message) {
        stop(Hooks.current(), Status.FAILED, message, DIVERGED);
    }

    /**
     * Ends the replay here and now; returns only by an error, as when the program has used up its stack: then the next event
     * of the thread comes here again.
     */
    private synchronized void stop(EventSink sink, String outcome, String message, int code) {
        if (sink != null) {
            sink.mute();
        }
        try {
            over = true;
            progress.end();
            steps.write();
            String notes = notes();
            status.write(outcome, passed(), threads, notes.isEmpty() ? message : message + "\n" + notes, code);
            Runtime.getRuntime().halt(code);
        } finally {
            over = false;
            if (sink != null) {
                sink.unmute();
            }
        }
    }
}
