package dev.hindsight.agent.record;

import dev.hindsight.agent.host.QuietCall;
import dev.hindsight.runtime.EventSink;
import java.lang.reflect.Method;

/** Where a thread is, or the virtual one that it carries: the frames of a carrier do not tell. */
final class Frames {
    /** What the JVM tells of a virtual thread that is carried; the JDK's own way would stop one that is not. */
    private static final Method OF_CARRIED = find();

    private Frames() {}

    private static Method find() {
        try {
            return Thread.class.getDeclaredMethod("getStackTrace0");
        } catch (NoSuchMethodException e) {
            // A release without virtual threads.
            return null;
        }
    }

    static StackTraceElement[] of(EventSink sink) {
        Thread seen = sink.waiting.thread();
        if (OF_CARRIED != null && seen != null && seen != sink.thread()) {
            Object frames = QuietCall.invoke(OF_CARRIED, seen);
            if (frames instanceof StackTraceElement[] carried && carried.length > 0) {
                return carried;
            }
        }
        return sink.thread().getStackTrace();
    }
}
