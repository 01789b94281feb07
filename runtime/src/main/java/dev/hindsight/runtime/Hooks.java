package dev.hindsight.runtime;

import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.SyncFailedException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.jar.Manifest;
import jdk.internal.loader.Resource;
import jdk.internal.loader.URLClassPath;

/**
 * The static entry points of instrumented code, and the only ones.
 *
 * <p>A hook finds the sink of the current thread, or none: then the thread is not the program's (the JDK's own
 * housekeeping, Hindsight itself), or the program has not started yet, or the thread is inside the class loading of the
 * JDK. Without a sink every hook does nothing.
 */
public final class Hooks {
    /** Numbers of the rows that have a method here, set from the table of natives before the first hook runs. */
    public static final class Rows {
        public static int nanoTime;
        public static int currentTimeMillis;
        public static int sleep;
        public static int availableProcessors;
        public static int freeMemory;
        public static int totalMemory;
        public static int maxMemory;
        public static int signal;
        public static int sync;
        public static int getFilePointer;
        public static int length;
        public static int setLength;
        public static int findResource;
        public static int findResources;
        public static int fileMapped;
        public static int fileChanged;

        private Rows() {}
    }

    private static final HashMap<Object, Object> PROGRAM_ZIPS = new HashMap<>();
    private static volatile EventSink[] sinks = new EventSink[64];
    private static volatile Supervisor supervisor;

    /** Name of the thread that turns signals into threads. */
    public static final String SIGNAL_DISPATCHER = "Signal Dispatcher";

    private Hooks() {}

    // ---- set-up, called by the agent

    public static void supervise(Supervisor chosen) {
        supervisor = chosen;
    }

    /** From now on the events of this thread go to this sink; null takes it away. */
    public static synchronized void attach(Thread thread, EventSink sink) {
        int id = Math.toIntExact(Vm.threadId(thread));
        EventSink[] table = sinks;
        if (id >= table.length) {
            EventSink[] larger = new EventSink[Math.max(id + 1, table.length * 2)];
            System.arraycopy(table, 0, larger, 0, table.length);
            table = larger;
        }
        table[id] = sink;
        sinks = table;
    }

    /** The sink of the current thread, muted or not; null if it has none. */
    public static EventSink current() {
        EventSink[] table = sinks;
        long id = Vm.threadId(Thread.currentThread());
        return id >= 0 && id < table.length ? table[(int) id] : null;
    }

    // ---- an event, in the order of the calls

    public static EventSink enter(int row) {
        EventSink sink = current();
        if (sink == null) {
            noticeStranger();
            return null;
        }
        if (sink.muted != 0) {
            return null;
        }
        sink.firstUse();
        return sink.begin(row) ? sink : null;
    }

    /** A virtual thread is always the program's, as is one that has its number from the program; neither has a log. */
    private static void noticeStranger() {
        Supervisor chosen = supervisor;
        Thread thread = Thread.currentThread();
        if (chosen != null && (OwnThreads.isPrograms(Vm.threadId(thread)) || Vm.isVirtual(thread))) {
            chosen.unknownThread(thread, Vm.isVirtual(thread) ? "a virtual thread" : "one that no Java code started");
        }
    }

    public static void inNumber(EventSink sink, long value) {
        if (sink != null) {
            sink.inNumber(value);
        }
    }

    public static void inDescriptor(EventSink sink, int fd) {
        if (sink != null) {
            sink.inDescriptor(fd);
        }
    }

    public static void inDescriptor(EventSink sink, FileDescriptor descriptor) {
        if (sink != null) {
            sink.inDescriptor(descriptor == null ? -1 : Vm.fd(descriptor));
        }
    }

    public static void inText(EventSink sink, String value) {
        if (sink != null) {
            sink.inText(value);
        }
    }

    public static void inFile(EventSink sink, File file) {
        if (sink != null) {
            sink.inText(file == null ? null : file.getPath());
        }
    }

    public static void inPath(EventSink sink, long address) {
        if (sink != null) {
            sink.inPath(address);
        }
    }

    public static void inData(EventSink sink, byte[] array, int offset, int length) {
        if (sink != null) {
            boolean sane = array != null && offset >= 0 && length >= 0 && length <= array.length - offset;
            sink.inData(array, sane ? offset : 0, sane ? length : 0);
        }
    }

    public static void inMemory(EventSink sink, long address, long length) {
        if (sink != null) {
            sink.inMemory(address, Math.max(length, 0));
        }
    }

    /** What several buffers hold; the iovec is pairs of address and length. */
    public static void inVector(EventSink sink, long vector, int count) {
        if (sink != null) {
            sink.inNumber(count);
            for (int i = 0; i < count; i++) {
                sink.inMemory(Vm.longAt(vector + 16L * i), Vm.longAt(vector + 16L * i + 8));
            }
        }
    }

    public static boolean calls(EventSink sink) {
        return sink == null || sink.calls();
    }

    public static void threw(EventSink sink, Throwable thrown) {
        if (sink != null) {
            sink.threw(thrown);
            sink.end();
        }
    }

    public static void completes(EventSink sink) {
        if (sink != null) {
            sink.completes();
        }
    }

    public static long number(EventSink sink, long value) {
        return sink == null ? value : sink.number(value);
    }

    public static int descriptor(EventSink sink, int fd) {
        return sink == null ? fd : sink.descriptor(fd);
    }

    public static long handle(EventSink sink, long address) {
        return sink == null ? address : sink.handle(address);
    }

    public static long mapping(EventSink sink, long address, long length) {
        return sink == null ? address : sink.mapping(address, length);
    }

    public static String text(EventSink sink, String value) {
        return sink == null ? value : sink.text(value);
    }

    public static byte[] bytes(EventSink sink, byte[] value) {
        return sink == null ? value : sink.bytes(value);
    }

    public static String[] texts(EventSink sink, String[] value) {
        return sink == null ? value : sink.texts(value);
    }

    public static byte[][] byteArrays(EventSink sink, byte[][] value) {
        return sink == null ? value : sink.byteArrays(value);
    }

    public static void outDescriptor(EventSink sink, FileDescriptor descriptor) {
        if (sink != null) {
            sink.outDescriptor(descriptor);
        }
    }

    public static void outBytes(EventSink sink, byte[] array, int offset, long count) {
        if (sink != null && count > 0) {
            sink.outBytes(array, offset, count);
        }
    }

    public static void outMemory(EventSink sink, long address, long count) {
        if (sink != null && count > 0) {
            sink.outMemory(address, count);
        }
    }

    /** A buffer that the native may have found too small: then it returned what it would have needed. */
    public static void outBuffer(EventSink sink, long address, long size, long result) {
        if (sink != null) {
            sink.outBuffer(address, address == 0 ? 0 : Math.max(0, Math.min(size, result)));
        }
    }

    /** Spreads {@code count} bytes over the buffers of an iovec. */
    public static void outVector(EventSink sink, long vector, int buffers, long count) {
        if (sink != null) {
            long left = count;
            for (int i = 0; i < buffers && left > 0; i++) {
                long length = Math.min(left, Vm.longAt(vector + 16L * i + 8));
                if (length > 0) {
                    sink.outMemory(Vm.longAt(vector + 16L * i), length);
                }
                left -= length;
            }
        }
    }

    public static void outFields(EventSink sink, Object object) {
        if (sink != null) {
            sink.outFields(object);
        }
    }

    public static void outLongs(EventSink sink, long[] values) {
        if (sink != null) {
            sink.outLongs(values);
        }
    }

    public static void outInts(EventSink sink, int[] values) {
        if (sink != null) {
            sink.outInts(values);
        }
    }

    public static void end(EventSink sink) {
        if (sink != null) {
            sink.end();
        }
    }

    // ---- files that the program maps: events beside those of the natives

    /** The program is about to map a file. */
    public static void fileMapped(FileDescriptor descriptor, int mode, long position) {
        EventSink sink = enter(Rows.fileMapped);
        if (sink != null) {
            sink.fileMapped(Vm.fd(descriptor), mode, position);
        }
    }

    public static void fileChanged(EventSink sink, FileDescriptor descriptor, long offset, long count) {
        if (sink != null && descriptor != null) {
            sink.fileChanged(Rows.fileChanged, Vm.fd(descriptor), offset, count);
        }
    }

    public static void fileChanged(EventSink sink, int fd, long offset, long count) {
        if (sink != null) {
            sink.fileChanged(Rows.fileChanged, fd, offset, count);
        }
    }

    // ---- public natives: callers come here instead

    public static long nanoTime() {
        EventSink sink = enter(Rows.nanoTime);
        return sink == null ? System.nanoTime() : tick(sink, 0, sink.calls() ? System.nanoTime() : 0);
    }

    public static long currentTimeMillis() {
        EventSink sink = enter(Rows.currentTimeMillis);
        return sink == null ? System.currentTimeMillis() : tick(sink, 1, sink.calls() ? System.currentTimeMillis() : 0);
    }

    public static int availableProcessors(Runtime runtime) {
        EventSink sink = enter(Rows.availableProcessors);
        return sink == null
                ? runtime.availableProcessors()
                : (int) answer(sink, sink.calls() ? runtime.availableProcessors() : 0);
    }

    public static long freeMemory(Runtime runtime) {
        EventSink sink = enter(Rows.freeMemory);
        return sink == null ? runtime.freeMemory() : answer(sink, sink.calls() ? runtime.freeMemory() : 0);
    }

    public static long totalMemory(Runtime runtime) {
        EventSink sink = enter(Rows.totalMemory);
        return sink == null ? runtime.totalMemory() : answer(sink, sink.calls() ? runtime.totalMemory() : 0);
    }

    public static long maxMemory(Runtime runtime) {
        EventSink sink = enter(Rows.maxMemory);
        return sink == null ? runtime.maxMemory() : answer(sink, sink.calls() ? runtime.maxMemory() : 0);
    }

    private static long tick(EventSink sink, int clock, long value) {
        sink.completes();
        long answer = sink.clock(clock, value);
        sink.end();
        return answer;
    }

    private static long answer(EventSink sink, long value) {
        sink.completes();
        long answer = sink.number(value);
        sink.end();
        return answer;
    }

    public static void sleep(long millis) throws InterruptedException {
        EventSink sink = enter(Rows.sleep);
        inNumber(sink, millis);
        if (calls(sink)) {
            try {
                Thread.sleep(millis);
            } catch (Throwable thrown) {
                threwFromHook(sink, thrown);
                throw thrown;
            }
        }
        completes(sink);
        end(sink);
    }

    public static void sync(FileDescriptor descriptor) throws SyncFailedException {
        EventSink sink = enter(Rows.sync);
        inDescriptor(sink, descriptor);
        if (calls(sink)) {
            try {
                descriptor.sync();
            } catch (Throwable thrown) {
                threwFromHook(sink, thrown);
                throw thrown;
            }
        }
        completes(sink);
        end(sink);
    }

    public static long getFilePointer(RandomAccessFile file) throws IOException {
        if (file.getClass() == RandomAccessFile.class) {
            return superGetFilePointer(file);
        }
        try {
            return file.getFilePointer();
        } catch (Throwable thrown) {
            hideFrom(thrown);
            throw thrown;
        }
    }

    /** The native itself, whatever a subclass makes of it. */
    public static long superGetFilePointer(RandomAccessFile file) throws IOException {
        EventSink sink = enter(Rows.getFilePointer);
        inDescriptor(sink, file.getFD());
        long value = 0;
        if (calls(sink)) {
            try {
                value = FileNatives.getFilePointer(file);
            } catch (Throwable thrown) {
                threwFromHook(sink, thrown);
                throw thrown;
            }
        }
        return sink == null ? value : answer(sink, value);
    }

    public static long length(RandomAccessFile file) throws IOException {
        if (file.getClass() == RandomAccessFile.class) {
            return superLength(file);
        }
        try {
            return file.length();
        } catch (Throwable thrown) {
            hideFrom(thrown);
            throw thrown;
        }
    }

    public static long superLength(RandomAccessFile file) throws IOException {
        EventSink sink = enter(Rows.length);
        inDescriptor(sink, file.getFD());
        long value = 0;
        if (calls(sink)) {
            try {
                value = FileNatives.length(file);
            } catch (Throwable thrown) {
                threwFromHook(sink, thrown);
                throw thrown;
            }
        }
        return sink == null ? value : answer(sink, value);
    }

    public static void setLength(RandomAccessFile file, long length) throws IOException {
        if (file.getClass() == RandomAccessFile.class) {
            superSetLength(file, length);
            return;
        }
        try {
            file.setLength(length);
        } catch (Throwable thrown) {
            hideFrom(thrown);
            throw thrown;
        }
    }

    public static void superSetLength(RandomAccessFile file, long length) throws IOException {
        EventSink sink = enter(Rows.setLength);
        inDescriptor(sink, file.getFD());
        inNumber(sink, length);
        if (calls(sink)) {
            try {
                FileNatives.setLength(file, length);
            } catch (Throwable thrown) {
                threwFromHook(sink, thrown);
                throw thrown;
            }
        }
        completes(sink);
        end(sink);
        fileChanged(sink, file.getFD(), 0, 0);
    }

    /** The program's own method threw this through a hook. */
    private static void hideFrom(Throwable thrown) {
        EventSink sink = enterLoading();
        Vm.hideHooks(thrown);
        leaveLoading(sink);
    }

    private static void threwFromHook(EventSink sink, Throwable thrown) {
        if (sink != null) {
            sink.mute();
            try {
                Vm.hideHooks(thrown);
            } finally {
                sink.unmute();
            }
            threw(sink, thrown);
        }
    }

    // ---- the run as a whole

    /** A thread begins to run; a thread whose class overrides {@code run} is noticed at its first event. */
    public static void threadRunning(Thread thread) {
        EventSink sink = thread == Thread.currentThread() ? current() : null;
        if (sink != null) {
            sink.firstUse();
            if (isHandler(thread.getName())) {
                signal(thread.getName());
            }
        }
    }

    /** Whether a thread of this name handles a signal. */
    public static boolean isHandler(String threadName) {
        return threadName.startsWith("SIG") && threadName.endsWith(" handler");
    }

    /** The first event of a thread that handles a signal says when it arrived. */
    private static void signal(String threadName) {
        EventSink sink = enter(Rows.signal);
        inText(sink, threadName);
        if (sink != null) {
            sink.calls();
        }
        completes(sink);
        end(sink);
    }

    /** The JDK's class loading begins on this thread; hand the result to {@link #leaveLoading}. */
    public static EventSink enterLoading() {
        EventSink sink = current();
        if (sink != null) {
            sink.firstUse();
            sink.mute();
        }
        return sink;
    }

    public static void leaveLoading(EventSink sink) {
        if (sink != null) {
            sink.unmute();
        }
    }

    /** The virtual machine links code on this thread: events count, draws of identity hashes do not. */
    public static EventSink enterLinking() {
        EventSink sink = current();
        if (sink != null) {
            sink.firstUse();
            sink.stepAside();
        }
        return sink;
    }

    public static void leaveLinking(EventSink sink) {
        if (sink != null) {
            sink.stepBack();
        }
    }

    /** A loader of the JDK found a class. */
    public static void classLoaded(Class<?> type) {
        if (type != null && supervisor != null) {
            Vm.nameHash(type);
        }
    }

    /** The program calls a native that this version cannot replay. */
    public static void unsupported(int row) {
        Supervisor chosen = supervisor;
        EventSink sink = current();
        if (chosen != null && sink != null && sink.muted == 0) {
            sink.mute();
            try {
                chosen.unsupported(row);
            } finally {
                sink.unmute();
            }
        }
    }

    /** The command of a child process; a child JVM gets a recording of its own. */
    public static String[] childCommand(String[] command) {
        Supervisor chosen = supervisor;
        EventSink sink = current();
        if (chosen == null || sink == null || sink.muted != 0) {
            return command;
        }
        sink.mute();
        try {
            return chosen.childCommand(command);
        } finally {
            sink.unmute();
        }
    }

    /** Makes sure that a static native that is skipped does not skip the initialisation of its class. */
    public static void initialize(Class<?> type) {
        Vm.ensureInitialized(type);
    }

    /** The name a hidden class shows: its address is replaced by a number that repeats. */
    public static String className(Class<?> type, String name) {
        int slash = name.lastIndexOf('/');
        if (slash < 0 || !type.isHidden()) {
            return name;
        }
        return Vm.renameHidden(type, name.substring(0, slash));
    }

    /** The declared methods of a class; the virtual machine orders them by addresses. */
    public static Method[] methods(Class<?> type, Method[] all) {
        Supervisor chosen = supervisor;
        Method[] found = Doors.withoutAdded(type, all);
        if (chosen == null || found == null || found.length < 2) {
            return found;
        }
        EventSink sink = enterLoading();
        try {
            return chosen.methods(type, found);
        } finally {
            leaveLoading(sink);
        }
    }

    /** The number of a new thread for which the JVM has chosen one. */
    public static long threadNumber(long chosen) {
        EventSink sink = current();
        boolean programs = sink != null ? sink.muted == 0 : isAttaching();
        return OwnThreads.number(chosen, programs);
    }

    /** A native thread, as that which ends the virtual machine, becomes one of Java's and numbers itself. */
    private static boolean isAttaching() {
        return Vm.threadId(Thread.currentThread()) == 0;
    }

    /** The threads that there are, as far as the program is concerned. */
    public static Thread[] threads(Thread[] all) {
        return OwnThreads.without(all);
    }

    /** The packages that the boot loader knows, in the form of the virtual machine. */
    public static String[] packages(String[] all) {
        int count = 0;
        for (String name : all) {
            if (!name.startsWith("dev/hindsight/")) {
                all[count++] = name;
            }
        }
        String[] kept = new String[count];
        System.arraycopy(all, 0, kept, 0, count);
        return kept;
    }

    public static void mainStarting(Class<?> main, int mode, String target) {
        Supervisor chosen = supervisor;
        if (chosen != null) {
            chosen.mainStarting(main, mode, target);
        }
    }

    /** Another agent begins; hand the result to {@link #leaveAgent}. */
    public static EventSink enterAgent() {
        Supervisor chosen = supervisor;
        if (chosen == null) {
            return null;
        }
        EventSink sink = chosen.agentStarting();
        sink.firstUse();
        return sink;
    }

    /** From here to the next agent or to the program, what runs is the launcher. */
    public static void leaveAgent(EventSink sink) {
        if (sink != null) {
            sink.mute();
        }
    }

    public static String appendedJar(String path) {
        Supervisor chosen = supervisor;
        EventSink sink = current();
        if (chosen == null || sink == null) {
            return path;
        }
        sink.mute();
        try {
            return chosen.appendedJar(path);
        } finally {
            sink.unmute();
        }
    }

    public static String attachedTo(String processId) {
        Supervisor chosen = supervisor;
        EventSink sink = current();
        if (chosen == null || sink == null || sink.muted != 0) {
            return processId;
        }
        sink.mute();
        try {
            return chosen.attachedTo(processId);
        } finally {
            sink.unmute();
        }
    }

    public static void returning() {
        Supervisor chosen = supervisor;
        if (chosen != null && current() == null) {
            chosen.returning();
        }
    }

    public static void returned() {
        Supervisor chosen = supervisor;
        if (chosen != null) {
            chosen.returned();
        }
    }

    /** What a look-up on the class path found; at replay, what it found then. */
    public static URL foundResource(String name, URL found) {
        EventSink sink = enter(Rows.findResource);
        if (sink == null) {
            return found;
        }
        sink.inText(name);
        sink.calls();
        sink.completes();
        String location = sink.text(found == null ? null : found.toString());
        sink.end();
        return found != null ? found : url(sink, location);
    }

    public static Enumeration<URL> foundResources(String name, Enumeration<URL> found) {
        EventSink sink = enter(Rows.findResources);
        if (sink == null) {
            return found != null ? found : Collections.emptyEnumeration();
        }
        ArrayList<URL> urls = new ArrayList<>();
        String[] locations;
        sink.mute();
        try {
            while (found != null && found.hasMoreElements()) {
                urls.add(found.nextElement());
            }
            locations = new String[urls.size()];
            for (int i = 0; i < locations.length; i++) {
                locations[i] = urls.get(i).toString();
            }
        } finally {
            sink.unmute();
        }
        sink.inText(name);
        sink.calls();
        sink.completes();
        locations = sink.texts(locations);
        sink.end();
        if (found == null) {
            for (String location : locations) {
                urls.add(url(sink, location));
            }
        }
        return Collections.enumeration(urls);
    }

    @SuppressWarnings("deprecation")
    private static URL url(EventSink sink, String location) {
        if (location == null) {
            return null;
        }
        sink.mute();
        try {
            return new URL(location);
        } catch (MalformedURLException e) {
            throw new InternalError(e);
        } finally {
            sink.unmute();
        }
    }

    public static void launcherString(byte[] value) {
        Supervisor chosen = supervisor;
        if (chosen != null) {
            chosen.launcherString(value);
        }
    }

    public static boolean suppliesClasses() {
        Supervisor chosen = supervisor;
        return chosen != null && chosen.suppliesClasses();
    }

    /** What a loader of the JDK finds on the class path when it looks for a class; the older releases' form. */
    public static Resource classFile(URLClassPath path, String name, boolean check) {
        return suppliesClasses() ? supervisor.classFile(path, name) : path.getResource(name, check);
    }

    public static Resource classFile(URLClassPath path, String name) {
        return suppliesClasses() ? supervisor.classFile(path, name) : path.getResource(name);
    }

    public static void packageDefined(Manifest manifest, URL source) {
        Supervisor chosen = supervisor;
        if (chosen != null) {
            chosen.packageDefined(manifest, source);
        }
    }

    public static void threadStarting(Thread thread) {
        Supervisor chosen = supervisor;
        if (chosen != null && (current() != null || startsHandler())) {
            OwnThreads.adopt(thread);
            chosen.threadStarting(thread);
        }
    }

    /** The virtual machine's own thread starts a program's thread only to handle a signal. */
    private static boolean startsHandler() {
        return SIGNAL_DISPATCHER.equals(Thread.currentThread().getName());
    }

    public static void uncaught(Thread thread, Throwable thrown) {
        Supervisor chosen = supervisor;
        if (chosen != null) {
            chosen.uncaught(thread, thrown);
        }
    }

    public static void exiting(int status) {
        Supervisor chosen = supervisor;
        if (chosen != null) {
            chosen.exiting(status);
        }
    }

    public static byte[][] environment(byte[][] raw) {
        Supervisor chosen = supervisor;
        return chosen == null ? raw : chosen.environment(raw);
    }

    /** The table of open zip files for what the thread does now: the program's, or that of the JDK's own loading. */
    public static HashMap<?, ?> zipSources(HashMap<?, ?> shared) {
        EventSink sink = current();
        return sink != null && sink.muted == 0 ? PROGRAM_ZIPS : shared;
    }

    /** The table that an open zip file is in. */
    public static HashMap<?, ?> zipSourcesHolding(HashMap<?, ?> shared, Object source) {
        synchronized (PROGRAM_ZIPS) {
            return PROGRAM_ZIPS.containsValue(source) ? PROGRAM_ZIPS : shared;
        }
    }

    public static String[] arguments(String[] raw) {
        Supervisor chosen = supervisor;
        return chosen == null ? raw : chosen.arguments(raw);
    }
}
