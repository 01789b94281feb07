package dev.hindsight.runtime;

/**
 * What the extension of a test framework asks and tells. It finds this class by its name, if there is an agent, and runs as
 * part of the program: whatever it learns here has to be the same in a replay.
 */
public final class TestHooks {
    private TestHooks() {}

    /** The directory that the recording goes to, or null if nothing is recorded; in a replay, where it went then. */
    public static String recording() {
        Supervisor chosen = Hooks.supervisor;
        return chosen == null ? null : chosen.output();
    }

    /** A test method is about to be called; returns the number of this run of a test. */
    public static long starting() {
        Supervisor chosen = Hooks.supervisor;
        if (chosen == null) {
            return 0;
        }
        long run = chosen.nextTest();
        if (chosen.stopsAtTest(run)) {
            failing();
        }
        return run;
    }

    /** The test that failed then is about to be called: a debugger's side waits for this. */
    private static void failing() {}

    /**
     * A test begins, or ends, that wants its threads to meet in unusual ways.
     *
     * @return whether the agent was told to see to that
     */
    public static boolean perturb(boolean begins) {
        Supervisor chosen = Hooks.supervisor;
        return chosen != null && chosen.perturb(begins);
    }

    /**
     * A test has failed.
     *
     * @param run what {@link #starting} returned; 0 if it was not called
     * @param type the class that declares the test method
     * @param descriptor of the test method, as in a class file
     * @param name as users know the test
     */
    public static void failed(long run, String type, String method, String descriptor, String name, String message) {
        Supervisor chosen = Hooks.supervisor;
        EventSink sink = Hooks.current();
        if (chosen != null && sink != null) {
            sink.mute();
            try {
                chosen.testFailed(run, type, method, descriptor, name, message);
            } finally {
                sink.unmute();
            }
        }
    }
}
