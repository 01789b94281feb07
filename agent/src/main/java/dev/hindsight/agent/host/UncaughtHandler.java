package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;

/** Tells whether exceptions that end a thread go to a handler of the program, without running code of the program. */
final class UncaughtHandler {
    private static final long HANDLER = Vm.offsetOf(Thread.class, "uncaughtExceptionHandler");
    private static final long PARENT = Vm.offsetOf(ThreadGroup.class, "parent");

    private UncaughtHandler() {}

    /** Without one, the JDK prints them. A group of a class of its own may do something else. */
    static boolean isPrograms(Thread thread) {
        if (Vm.getReference(thread, HANDLER) != null) {
            return true;
        }
        Object group = thread.getThreadGroup();
        while (group != null) {
            if (group.getClass() != ThreadGroup.class) {
                return true;
            }
            group = Vm.getReference(group, PARENT);
        }
        return Thread.getDefaultUncaughtExceptionHandler() != null;
    }
}
