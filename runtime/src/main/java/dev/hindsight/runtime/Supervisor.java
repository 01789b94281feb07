package dev.hindsight.runtime;

import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.jar.Manifest;
import jdk.internal.loader.Resource;
import jdk.internal.loader.URLClassPath;

/** What the hooks tell about the run as a whole; the recorder and the replayer each have one. */
public abstract class Supervisor {
    /**
     * The launcher found the main class; from here on the program runs.
     *
     * @param mode how the launcher was told: 1 class, 2 jar, 3 module, 4 source file
     * @param target the class, jar, module or file it was told
     */
    public abstract void mainStarting(Class<?> main, int mode, String target);

    /**
     * An agent that stands behind ours begins, on the main thread; what it does is recorded like the program.
     *
     * @return the sink of the main thread, not muted
     */
    public abstract EventSink agentStarting();

    /** The launcher decoded a string of the command line: first the main class, then each argument. */
    public abstract void launcherString(byte[] value);

    /** A built-in loader looks for a class on the class path; true if the recording decides. */
    public abstract boolean suppliesClasses();

    /** The file of a class as it was recorded, or null if there was none. */
    public abstract Resource classFile(URLClassPath path, String name);

    /** A built-in loader defined a package from a place on the class path. */
    public abstract void packageDefined(Manifest manifest, URL source);

    /** From now on a thread of the program may start at any moment: when a signal comes. */
    public abstract void threadExpected();

    /** A thread of the program is about to start. */
    public abstract void threadStarting(Thread thread);

    /** An exception that nobody caught ended a thread. */
    public abstract void uncaught(Thread thread, Throwable thrown);

    /** The virtual machine ends now; nothing of the program runs any more on this thread. */
    public abstract void exiting(int status);

    /** The virtual machine begins to end: what starts from now on are shutdown hooks. */
    public abstract void ending();

    /**
     * The main method has returned and the virtual machine begins to end, on the same native thread but as another Java
     * thread, which goes on where the main thread stopped.
     */
    public abstract void returning();

    /** The program runs on a thread that has no log, since it is of another kind. */
    public abstract void unknownThread(Thread thread, String kind);

    /**
     * Threads did not run one at a time.
     *
     * @param reason why, as the beginning of a sentence
     */
    public abstract void turnLost(String reason);

    /** All threads of the program that matter have ended, and so does the virtual machine. */
    public abstract void returned();

    /** The program's environment without what Hindsight put there. */
    public abstract byte[][] environment(byte[][] raw);

    /** The virtual machine's options without those that Hindsight added. */
    public abstract String[] arguments(String[] raw);

    /** The declared methods of a class in the order that the recorded program saw. */
    public abstract Method[] methods(Class<?> type, Method[] found);

    /** The program calls a native that this version cannot replay. */
    public abstract void unsupported(int row);

    /** The program calls a native that runs for real at replay, too. */
    public abstract void unrecorded(int row);

    /** The program uses natives that run for real at replay, too. */
    public abstract void unrecorded(String what);

    /** A native of the program does what this version cannot replay. */
    public abstract void unsupported(String what);

    /** The recording cannot be what was written. */
    public abstract void damaged(String what);

    /** Whether referents live as long as their references. */
    public abstract boolean keepsReferents();

    /**
     * Keeps the referent of a new reference alive.
     *
     * @param referent null if it need not be kept
     * @param number its name; 0 if it has none
     */
    public abstract void keep(Reference<?> reference, Object referent, int number);

    /** The reference of this name. */
    public abstract Reference<?> reference(int number);

    /** The place of a jar that an agent adds to the boot or system class path. */
    public abstract String appendedJar(String path);

    /** The process id of the virtual machine that the program attaches to. */
    public abstract String attachedTo(String processId);

    /** The command that a child process is to run. */
    public abstract String[] childCommand(String[] command);

    /** Where the recording goes, or went. */
    public abstract String output();

    /** The number of a run of a test that begins. */
    public abstract long nextTest();

    /**
     * A test begins, or ends, that wants its threads to meet in unusual ways.
     *
     * @return whether they do in this run, now or always; the same in a replay
     */
    public abstract boolean perturb(boolean begins);

    /** Whether a debugger is to stop in this run of a test. */
    public abstract boolean stopsAtTest(long run);

    /** A run of a test has failed; {@link TestHooks#failed} tells what is what. */
    public abstract void testFailed(
            long run, String type, String method, String descriptor, String name, String message);
}
