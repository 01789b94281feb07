package dev.hindsight.agent.replay;

import dev.hindsight.runtime.Evaluation;
import dev.hindsight.trace.ThreadMode;
import java.util.Map;

/** Says what went differently, where, and why that may be. */
final class Divergence {
    /** An error in the middle of an event leaves the log between two. */
    static final String CUT_OFF = " is cut off by an error";

    private static final String LOADING = "a class loader of the program was asked for classes in another order";

    private Divergence() {}

    /** @param doubt what the recording leaves open; null for nothing */
    static String describe(ReplayingSink sink, Thread thread, String actual, String expected, String doubt) {
        StackTraceElement[] stack = new Throwable().getStackTrace();
        StringBuilder message = new StringBuilder();
        message.append("diverged at event ")
                .append(sink.index())
                .append(" of thread ")
                .append(sink.number());
        message.append(" (").append(thread.getName()).append(")");
        StackTraceElement site = site(stack);
        if (site != null) {
            message.append(" at ").append(site);
        }
        message.append("\n  expected: ").append(expected);
        message.append("\n  actual:   ").append(actual);
        message.append("\n  likely:   ").append(loads(stack) ? LOADING : cause(actual, expected, doubt));
        int shown = 0;
        for (StackTraceElement element : stack) {
            if (!element.getClassName().startsWith("dev.hindsight.") && shown++ < 12) {
                message.append("\n    at ").append(element);
            }
        }
        return message.toString();
    }

    /** The program's own frame that led here, or failing that the JDK's. */
    private static StackTraceElement site(StackTraceElement[] stack) {
        StackTraceElement jdk = null;
        for (StackTraceElement element : stack) {
            if (element.getClassName().startsWith("dev.hindsight.")) {
                continue;
            }
            boolean platform = element.getModuleName() != null && element.getClassLoaderName() == null;
            if (!platform) {
                return element;
            }
            jdk = jdk == null ? element : jdk;
        }
        return jdk;
    }

    /** Whether a class loader that is not the JDK's own reads a class. */
    private static boolean loads(StackTraceElement[] stack) {
        for (StackTraceElement element : stack) {
            boolean loading = element.getMethodName().equals("loadClass")
                    || element.getMethodName().equals("findClass");
            if (loading && !element.getClassName().startsWith("jdk.internal.loader.")) {
                return true;
            }
        }
        return false;
    }

    /**
     * What a recording leaves open, so that its replay may be another run; null for nothing.
     *
     * @param alone whether the recorded program had but one thread
     */
    static String doubt(Map<?, ?> manifest, boolean alone) {
        String running = Runtime.version().toString();
        if (manifest.get("jdk") instanceof Map<?, ?> jdk && !running.equals(jdk.get("version"))) {
            return "the JDK: this one is " + running + ", the recorded one was " + jdk.get("version");
        }
        ThreadMode mode = alone ? null : ThreadMode.named(manifest.get("threads"));
        if (mode == ThreadMode.SYNC) {
            return "a race, whose outcome --threads sync does not record; 'hindsight threads' names those that it finds";
        }
        return mode == ThreadMode.FREE ? "the order of threads, which --threads free does not record" : null;
    }

    private static String cause(String actual, String expected, String doubt) {
        if (Evaluation.isUsed()) {
            return "what the debugger evaluated changed the program, or an earlier input is not recorded";
        }
        if (actual.endsWith(CUT_OFF)) {
            return "the stack or the heap ends where it did not end in the recorded run";
        }
        if (doubt != null) {
            return doubt;
        }
        if (actual.contains("identity hashes")) {
            return "a class was linked, or an object hashed, by code that runs in only one of the two runs";
        }
        if (expected.equals("the end of the program") || actual.equals("the program ends")) {
            return "an input that is not recorded made the program take another way";
        }
        return "an earlier input that is not recorded, or a thread whose order is not recorded";
    }
}
