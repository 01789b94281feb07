package dev.hindsight.agent.record;

import dev.hindsight.agent.host.QuietCall;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Where a thread is, or the virtual one that it carries: the frames of a carrier do not tell. */
final class Frames {
    /** What the JVM tells of a virtual thread that is carried; the JDK's own way would stop one that is not. */
    private static final Method OF_CARRIED = find();

    private static final String OURS = "dev.hindsight.";
    private static final int MOST_THREADS = 20;

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

    /** Where all threads are that have not ended, a line for each: in the program's code, if they are anywhere in it. */
    static List<String> describeAll() {
        List<String> lines = new ArrayList<>();
        int more = 0;
        for (EventSink sink : Hooks.all()) {
            if (sink == null || !sink.thread().isAlive() || sink.thread() == Thread.currentThread()) {
                continue;
            }
            if (lines.size() == MOST_THREADS) {
                more++;
                continue;
            }
            StackTraceElement place = place(of(sink));
            if (place != null) {
                lines.add("'" + sink.thread().getName() + "' at " + text(place));
            }
        }
        if (more > 0) {
            lines.add("and " + more + " more");
        }
        return lines;
    }

    private static StackTraceElement place(StackTraceElement[] frames) {
        StackTraceElement inJdk = null;
        for (StackTraceElement frame : frames) {
            if (frame.getClassName().startsWith(OURS)) {
                continue;
            }
            if (!isJdk(frame.getModuleName())) {
                return frame;
            }
            if (inJdk == null) {
                inJdk = frame;
            }
        }
        return inJdk;
    }

    /** Without class loader and module. */
    private static String text(StackTraceElement frame) {
        String full = frame.toString();
        return full.substring(full.lastIndexOf('/', full.indexOf('(')) + 1);
    }

    private static boolean isJdk(String module) {
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }
}
