package dev.hindsight.runtime;

import java.lang.ref.Cleaner;
import java.util.concurrent.ThreadFactory;
import jdk.internal.misc.InnocuousThread;

/**
 * The cleaner for what the JDK cleans up so that the program sees it: the threads of timers and executors that were lost. The one
 * that the JDK has for itself takes no turns, and what it does is not recorded; this one is as if the program had made it.
 */
final class ProgramCleaner implements ThreadFactory {
    private static final String THREAD = "Common-Cleaner";
    private static final int PRIORITY = Thread.MAX_PRIORITY - 2;

    private static Cleaner made;

    private ProgramCleaner() {}

    /** @param common that of the JDK */
    static synchronized Cleaner insteadOf(Cleaner common) {
        EventSink sink = Hooks.supervisor == null ? null : Hooks.current();
        if (sink == null || sink.muted != 0) {
            return common;
        }
        if (made == null) {
            sink.mute();
            try {
                OwnThreads.hideAll(THREAD);
            } finally {
                sink.unmute();
            }
            made = Cleaner.create(new ProgramCleaner());
        }
        return made;
    }

    @Override
    public Thread newThread(Runnable task) {
        return InnocuousThread.newSystemThread(THREAD, task, PRIORITY);
    }
}
