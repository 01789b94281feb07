package dev.hindsight.runtime;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.jar.Manifest;
import jdk.internal.loader.BuiltinClassLoader;
import jdk.internal.loader.Resource;
import jdk.internal.loader.URLClassPath;
import jdk.internal.misc.InnocuousThread;

/**
 * What methods of the JDK tell, or ask, at their beginning or end: about threads, class loading, resources, the start and
 * the end of the run. Without a supervisor they do nothing.
 */
public final class RunHooks {
    private static final String HANDLER = " handler";

    /** Name of the thread that turns signals into threads. */
    public static final String SIGNAL_DISPATCHER = "Signal Dispatcher";

    /** Name of the JDK's thread that waits for the JVM to hand over monitors, which it does not have to where turns are taken. */
    private static final String UNBLOCKER = "VirtualThread-unblocker";

    private static final HashMap<Object, Object> PROGRAM_ZIPS = new HashMap<>();

    private static final int DEFINED_NAMES = 1 << 16;

    /** How often names were used by loaders of the program, by a part of their hashes; null before the first. */
    private static byte[] defined;

    private RunHooks() {}

    /** A thread begins to run; a thread whose class overrides {@code run} is noticed at its first event. */
    public static void threadRunning(Thread thread) {
        EventSink sink = thread == Thread.currentThread() ? Hooks.current() : null;
        if (sink != null) {
            sink.firstUse();
            boolean handler = isHandler(thread.getName());
            if (handler && !(ThreadHooks.isArmed() && sink.handlesInTurn())) {
                // Whether it takes turns is settled here, and not if others come to do so while it runs.
                sink.begins();
            }
            ThreadHooks.threadBegun();
            if (handler) {
                signal(thread.getName());
            }
        }
    }

    /** A thread has run its last code. */
    public static void threadEnded(Thread thread) {
        ThreadHooks.threadEnded(thread);
    }

    /** Whether a thread of this name handles a signal. */
    public static boolean isHandler(String threadName) {
        return threadName.startsWith("SIG") && threadName.endsWith(HANDLER);
    }

    /** The signal that a thread of this name handles, as in {@code TERM}. */
    public static String signalOf(String threadName) {
        return threadName.substring("SIG".length(), threadName.length() - HANDLER.length());
    }

    /** The first event of a thread that handles a signal says when it arrived. */
    private static void signal(String threadName) {
        EventSink sink = Hooks.enter(Hooks.Rows.signal);
        Hooks.inText(sink, threadName);
        if (sink != null) {
            sink.calls();
        }
        Hooks.completes(sink);
        Hooks.end(sink);
    }

    /** The JDK's class loading begins on this thread; hand the result to {@link #leaveLoading}. */
    public static EventSink enterLoading() {
        EventSink sink = Hooks.current();
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
        EventSink sink = Hooks.current();
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

    /** A class loader is asked for a class; returns it if the loader need not look. */
    public static Class<?> classAsked(Object asked, String name) {
        if (!(asked instanceof ClassLoader loader) || asked instanceof BuiltinClassLoader || name == null) {
            return null;
        }
        EventSink sink = Hooks.current();
        if (sink == null || sink.muted != 0) {
            return null;
        }
        sink.firstUse();
        return sink.classAsked(Hooks.Rows.classAsked, loader, name);
    }

    /** The virtual machine is about to ask a loader for a class; one that loads one class at a time is locked meanwhile. */
    public static void loaderAsked(ClassLoader loader) {
        if (ThreadHooks.isArmed() && loader != null && !loader.isRegisteredAsParallelCapable()) {
            ThreadHooks.enter(loader);
        }
    }

    /** A transformer is shown a class that a loader defines. */
    public static void classDefined(ClassLoader loader, byte[] content) {
        EventSink sink = Hooks.current();
        if (sink != null && sink.muted == 1 && !(loader instanceof BuiltinClassLoader)) {
            sink.classDefined(Hooks.Rows.classAsked, loader, content);
        }
    }

    /** Whether it is a loader of the JDK that defines the class which a transformer is shown, and not the program itself. */
    public static boolean isFoundByLoader() {
        EventSink sink = Hooks.current();
        // Transformers run muted as well.
        return sink == null || sink.muted > 1;
    }

    /** A loader of the JDK found a class. */
    public static void classLoaded(Class<?> type) {
        if (type == null || Hooks.supervisor == null) {
            return;
        }
        if (type.isHidden() && isGenerated(type.getName())) {
            // The JVM has hashed it aside: all such classes would have the same hash, and the JDK's tables of them long
            // chains.
            Vm.forceNameHash(type, type.getName());
        } else {
            ClassLoader loader = type.getClassLoader();
            boolean isUnique = loader == null || loader instanceof BuiltinClassLoader;
            Vm.nameHash(type, isUnique ? 0 : before(type.getName().hashCode()));
        }
    }

    /**
     * How many classes of a name loaders of the program have defined before. With one hash for all of them, tables of the JDK would
     * order them by hashes of their own, drawn where the collector has left many.
     */
    private static synchronized int before(int name) {
        if (defined == null) {
            defined = new byte[DEFINED_NAMES];
        }
        return defined[(name ^ name >>> Short.SIZE) & DEFINED_NAMES - 1]++;
    }

    /** Whether a hidden class is of the JDK's making, and so does nothing with itself when it is initialised. */
    private static boolean isGenerated(String name) {
        return name.contains("$$Lambda") || name.startsWith("java.lang.invoke.");
    }

    /** The JVM hashes the domains of classes, when it likes. */
    public static void domainMade(ProtectionDomain domain) {
        CodeSource source = domain == null || Hooks.supervisor == null ? null : domain.getCodeSource();
        if (source != null && source.getLocation() != null) {
            Vm.nameHash(domain, source.getLocation().getPath());
        }
    }

    /** The command of a child process; a child JVM gets a recording of its own. */
    public static String[] childCommand(String[] command) {
        Supervisor chosen = Hooks.supervisor;
        EventSink sink = Hooks.current();
        if (chosen == null || sink == null || sink.muted != 0) {
            return command;
        }
        EventSink started = Hooks.enter(Hooks.Rows.processStarted);
        Hooks.inText(started, joined(command));
        Hooks.calls(started);
        Hooks.completes(started);
        Hooks.end(started);
        sink.mute();
        try {
            return chosen.childCommand(command);
        } finally {
            sink.unmute();
        }
    }

    private static String joined(String[] words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words.length; i++) {
            text.append(i == 0 ? "" : "\0").append(words[i]);
        }
        return text.toString();
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
        Supervisor chosen = Hooks.supervisor;
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

    /** The declared fields of a class. */
    public static Field[] fields(Field[] all) {
        return all == null ? null : Doors.withoutAdded(all);
    }

    /** The number of a new thread for which the JVM has chosen one. */
    public static long threadNumber(long chosen) {
        EventSink sink = Hooks.current();
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

    /** The threads that wait for each other, which the JVM does not see if they take turns. */
    public static Thread[] deadlocked(Thread[] found) {
        return deadlocked(found, true);
    }

    /** The same for monitors alone. */
    public static Thread[] monitorDeadlocked(Thread[] found) {
        return deadlocked(found, false);
    }

    private static Thread[] deadlocked(Thread[] found, boolean locks) {
        EventSink sink = ThreadHooks.isArmed() ? Hooks.current() : null;
        if (sink == null) {
            return found;
        }
        sink.mute();
        try {
            return Deadlocks.find(locks);
        } finally {
            sink.unmute();
        }
    }

    /** The stacks of these threads. */
    public static StackTraceElement[][] stacks(StackTraceElement[][] found) {
        return Stacks.of(found);
    }

    /** The stack of another thread; null if it has none. */
    public static StackTraceElement[] stack(StackTraceElement[] found) {
        return Stacks.of(new StackTraceElement[][] {found})[0];
    }

    /** Memory whose first byte the JDK writes to a descriptor as it finds it. */
    public static long cleared(long address) {
        Vm.setByteAt(address, (byte) 0);
        return address;
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
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null) {
            chosen.mainStarting(main, mode, target);
            EventSink sink = Hooks.current();
            if (sink != null) {
                // The program may ask for an identity hash before it comes to any other hook.
                sink.firstUse();
            }
        }
    }

    /** Another agent begins; hand the result to {@link #leaveAgent}. */
    public static EventSink enterAgent() {
        Supervisor chosen = Hooks.supervisor;
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
        Supervisor chosen = Hooks.supervisor;
        EventSink sink = Hooks.current();
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
        Supervisor chosen = Hooks.supervisor;
        EventSink sink = Hooks.current();
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
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null && Hooks.current() == null) {
            chosen.returning();
        }
    }

    public static void returned() {
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null) {
            chosen.returned();
        }
    }

    /** What a look-up on the class path or in a module found; at replay, what it found then. */
    public static URL foundResource(String name, URL found) {
        EventSink sink = Hooks.enter(Hooks.Rows.findResource);
        if (sink == null) {
            return found;
        }
        sink.inText(name);
        sink.calls();
        sink.completes();
        String location = sink.text(found == null ? null : found.toString());
        sink.end();
        return suppliesClasses() ? url(sink, location) : found;
    }

    /** The content of a file in a module, which is no input: the recording has the module. */
    public static InputStream moduleStream(String name, InputStream found) throws IOException {
        EventSink sink = found == null ? null : enterLoading();
        if (sink == null) {
            return found;
        }
        try (found) {
            return new ByteArrayInputStream(found.readAllBytes());
        } finally {
            leaveLoading(sink);
        }
    }

    public static Enumeration<URL> foundResources(String name, Enumeration<URL> found) {
        EventSink sink = Hooks.enter(Hooks.Rows.findResources);
        if (sink == null) {
            return found != null ? found : Collections.emptyEnumeration();
        }
        ArrayList<URL> urls = new ArrayList<>();
        sink.mute();
        try {
            while (found != null && found.hasMoreElements()) {
                urls.add(found.nextElement());
            }
        } finally {
            sink.unmute();
        }
        return Collections.enumeration(answer(sink, name, urls));
    }

    /** The same for a look-up in all modules. */
    public static List<URL> moduleResources(String name, List<URL> found) {
        EventSink sink = Hooks.enter(Hooks.Rows.findResources);
        return sink == null ? found : answer(sink, name, found);
    }

    /** Completes an event that has begun; returns what was found or, at replay, what was found then. */
    private static List<URL> answer(EventSink sink, String name, List<URL> found) {
        String[] locations;
        sink.mute();
        try {
            locations = new String[found.size()];
            for (int i = 0; i < locations.length; i++) {
                locations[i] = found.get(i).toString();
            }
        } finally {
            sink.unmute();
        }
        sink.inText(name);
        sink.calls();
        sink.completes();
        locations = sink.texts(locations);
        sink.end();
        if (!suppliesClasses()) {
            return found;
        }
        ArrayList<URL> urls = new ArrayList<>();
        for (String location : locations) {
            urls.add(url(sink, location));
        }
        return urls;
    }

    private static URL url(EventSink sink, String location) {
        if (location == null) {
            return null;
        }
        sink.mute();
        try {
            return Urls.of(location);
        } catch (MalformedURLException e) {
            throw new InternalError(e);
        } finally {
            sink.unmute();
        }
    }

    public static void launcherString(byte[] value) {
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null) {
            chosen.launcherString(value);
        }
    }

    public static boolean suppliesClasses() {
        Supervisor chosen = Hooks.supervisor;
        return chosen != null && chosen.suppliesClasses();
    }

    /** What a loader of the JDK finds on the class path when it looks for a class; the older releases' form. */
    public static Resource classFile(URLClassPath path, String name, boolean check) {
        return suppliesClasses() ? Hooks.supervisor.classFile(path, name) : path.getResource(name, check);
    }

    public static Resource classFile(URLClassPath path, String name) {
        return suppliesClasses() ? Hooks.supervisor.classFile(path, name) : path.getResource(name);
    }

    public static void packageDefined(Manifest manifest, URL source) {
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null) {
            chosen.packageDefined(manifest, source);
        }
    }

    /** The program has a handler for a signal, or something to do when one ends it. */
    public static void threadExpected() {
        Supervisor chosen = Hooks.supervisor;
        EventSink sink = Hooks.current();
        if (chosen != null && sink != null && sink.muted == 0 && !Evaluation.isNow()) {
            chosen.threadExpected();
        }
    }

    public static void threadStarting(Thread thread) {
        Supervisor chosen = Hooks.supervisor;
        boolean unblocks = thread instanceof InnocuousThread && UNBLOCKER.equals(thread.getName());
        // Starting a thread again fails.
        boolean programs = !OwnThreads.isOwn(thread) && !unblocks && !Evaluation.isNow() && Vm.isNew(thread);
        if (chosen != null && programs && (Hooks.current() != null || startsHandler())) {
            OwnThreads.adopt(thread);
            chosen.threadStarting(thread);
        }
    }

    /** The virtual machine's own thread starts a program's thread only to handle a signal. */
    private static boolean startsHandler() {
        return SIGNAL_DISPATCHER.equals(Thread.currentThread().getName());
    }

    public static void referenceMade(Reference<?> reference, Object referent, ReferenceQueue<?> queue) {
        References.made(reference, referent, queue);
    }

    /** The cleaner for something that the program made. */
    public static Cleaner programsCleaner(Cleaner common) {
        return ProgramCleaner.insteadOf(common);
    }

    /** An object with a finalizer has been made; where a thread for it belongs that is to be started, or null. */
    public static ThreadGroup finalizerMade() {
        return Finalizers.wanted();
    }

    public static void startFinalizing(Thread thread) {
        Finalizers.start(thread);
    }

    /** Whether a finalizer is not to be run now. */
    public static boolean handsOver(Reference<?> finalizer) {
        return Finalizers.handsOver(finalizer);
    }

    public static void uncaught(Thread thread, Throwable thrown) {
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null) {
            chosen.uncaught(thread, thrown);
        }
    }

    public static void ending() {
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null) {
            chosen.ending();
        }
    }

    public static void exiting(int status) {
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null) {
            chosen.exiting(status);
        }
    }

    /** The table of open zip files for what the thread does now: the program's, or that of the JDK's own loading. */
    public static HashMap<?, ?> zipSources(HashMap<?, ?> shared) {
        EventSink sink = Hooks.current();
        return sink != null && sink.muted == 0 ? PROGRAM_ZIPS : shared;
    }

    /** The table that an open zip file is in. */
    public static HashMap<?, ?> zipSourcesHolding(HashMap<?, ?> shared, Object source) {
        synchronized (PROGRAM_ZIPS) {
            return PROGRAM_ZIPS.containsValue(source) ? PROGRAM_ZIPS : shared;
        }
    }
}
