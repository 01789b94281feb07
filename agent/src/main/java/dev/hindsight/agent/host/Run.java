package dev.hindsight.agent.host;

import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.RunHooks;
import dev.hindsight.runtime.Supervisor;

/** What recording and replaying do alike: when the log of a thread begins, pauses and goes on. */
public abstract class Run extends Supervisor {
    protected final NameHashes hashes;
    private EventSink mainSink;

    protected Run(NameHashes hashes) {
        this.hashes = hashes;
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
            addSink(thread);
        } finally {
            RunHooks.leaveLoading(bracket);
        }
    }

    @Override
    public final void uncaught(Thread thread, Throwable thrown) {
        EventSink bracket = RunHooks.enterLoading();
        try {
            // Both do this, since it may link classes.
            keep(thread, StackText.of(thrown));
        } finally {
            RunHooks.leaveLoading(bracket);
        }
    }

    /** An exception ended a thread. */
    protected abstract void keep(Thread thread, String stack);

    @Override
    public void returning() {
        if (isLogging()) {
            Hooks.attach(Thread.currentThread(), mainSink);
            mainSink.handOver();
        }
    }
}
