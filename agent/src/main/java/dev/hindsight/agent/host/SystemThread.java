package dev.hindsight.agent.host;

/** Threads of Hindsight's own: daemons in the outermost group, away from the program's. */
public final class SystemThread {
    private SystemThread() {}

    public static Thread start(String name, Runnable task) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread thread = new Thread(group, task, name, 0, false);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
