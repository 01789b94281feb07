package dev.hindsight.agent.patch;

/**
 * Tells whether a class may start threads, or have them started when a signal comes, as logging does. Its methods may run
 * when the first one starts, and a method that runs cannot be changed without losing its line numbers. A look at the names
 * it uses, which may say yes too often.
 */
public final class ThreadStarts {
    private static final String[] OWNERS = {
        "java/util/Timer",
        "java/util/concurrent/CompletableFuture",
        "java/util/concurrent/Executor",
        "java/util/concurrent/ForkJoin",
        "java/util/concurrent/Scheduled",
        "java/util/concurrent/StructuredTaskScope",
        "java/util/concurrent/ThreadPoolExecutor",
        "java/util/logging/Log",
        "sun/misc/Signal"
    };
    private static final String[] NAMES = {
        "addShutdownHook", "parallel", "parallelStream", "start", "startVirtualThread"
    };

    private ThreadStarts() {}

    public static boolean isIn(byte[] content) {
        ConstantPool pool = new ConstantPool(content);
        for (int i = 1; i < pool.count(); i++) {
            if (pool.isMethod(i) && starts(pool, i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean starts(ConstantPool pool, int method) {
        int owner = pool.first(pool.first(method));
        for (String start : OWNERS) {
            if (pool.textStarts(owner, start)) {
                return true;
            }
        }
        int name = pool.first(pool.second(method));
        for (String start : NAMES) {
            if (pool.textEquals(name, start)) {
                return true;
            }
        }
        return false;
    }
}
