package dev.hindsight.agent.host;

import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.RunHooks;
import dev.hindsight.runtime.Supervisor;
import dev.hindsight.runtime.ThreadHooks;
import dev.hindsight.runtime.Vm;
import java.io.IOException;
import java.lang.instrument.UnmodifiableClassException;

/** What recording and replaying do alike: when the log of a thread begins, pauses and goes on. */
public abstract class Run extends Supervisor {
    private static final long TESTS = Vm.offsetOf(Run.class, "tests");

    protected final NameHashes hashes;
    private final Turning turning;
    /** How many runs of tests have begun. */
    private volatile long tests;

    private EventSink mainSink;
    private boolean turnsTaken;

    /** Puts the hooks in place with which threads take turns. */
    public interface Turning {
        void takeTurns() throws IOException, UnmodifiableClassException;
    }

    /** @param turning null if threads run as they like */
    protected Run(NameHashes hashes, Turning turning) {
        this.hashes = hashes;
        this.turning = turning;
    }

    /** Gives a thread its log. */
    protected abstract EventSink addSink(Thread thread);

    /** Whether the log has begun: with the program or, if there is one behind ours, with another agent. */
    protected final boolean isLogging() {
        return mainSink != null;
    }

    /** The current thread's log begins, which is that of the main thread. */
    protected final void startLog() {
        hashes.assign();
        mainSink = addSink(Thread.currentThread());
    }

    /** Behind another agent, the log goes on. */
    protected final EventSink resumeLog() {
        mainSink.unmute();
        return mainSink;
    }

    /** The sink that an agent's work goes to. */
    protected final EventSink mainSink() {
        return mainSink;
    }

    @Override
    public synchronized void threadStarting(Thread thread) {
        if (!isLogging()) {
            // A signal ends the virtual machine before the program begins.
            return;
        }
        EventSink bracket = RunHooks.enterLoading();
        try {
            takeTurns(bracket);
            EventSink sink = addSink(thread);
            if (ThreadHooks.isArmed()) {
                threadAdded(sink);
            }
        } finally {
            RunHooks.leaveLoading(bracket);
        }
    }

    /**
     * Where the main thread is when a signal comes could not be said otherwise. And it might wait by then for what another
     * thread does, in a way in which only threads without turns wake each other.
     */
    @Override
    public synchronized void threadExpected() {
        if (isLogging()) {
            EventSink bracket = RunHooks.enterLoading();
            try {
                takeTurns(bracket);
            } finally {
                RunHooks.leaveLoading(bracket);
            }
        }
    }

    /** From the first thread on that the program starts, or lets be started, its threads take turns. */
    private void takeTurns(EventSink first) {
        if (turning == null || first == null || turnsTaken) {
            return;
        }
        turnsTaken = true;
        try {
            turning.takeTurns();
        } catch (IOException | UnmodifiableClassException | IllegalStateException e) {
            cannotTakeTurns(e.getMessage());
            return;
        }
        first.begins();
        turnsBegin(first);
        ThreadHooks.arm();
    }

    /** The first turn is that of the current thread. */
    protected abstract void turnsBegin(EventSink first);

    /** A thread that takes turns is about to start. */
    protected abstract void threadAdded(EventSink sink);

    protected abstract void cannotTakeTurns(String reason);

    @Override
    public final void uncaught(Thread thread, Throwable thrown) {
        EventSink bracket = RunHooks.enterLoading();
        try {
            // Both do this, since it may link classes.
            keep(thread, StackText.of(thrown), UncaughtHandler.isPrograms(thread));
        } finally {
            RunHooks.leaveLoading(bracket);
        }
    }

    /**
     * An exception ended a thread.
     *
     * @param handled whether the program has a handler for it
     */
    protected abstract void keep(Thread thread, String stack, boolean handled);

    @Override
    public long nextTest() {
        return Vm.getAndIncrement(this, TESTS) + 1;
    }

    @Override
    public void returning() {
        if (isLogging()) {
            Hooks.attach(Thread.currentThread(), mainSink);
            mainSink.handOver();
            ThreadHooks.rejoin();
        }
    }
}
