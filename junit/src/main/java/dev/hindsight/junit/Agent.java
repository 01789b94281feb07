package dev.hindsight.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The agent that records this JVM, or the lack of one.
 *
 * <p>Its class is found by name, since this jar does not come with it. All of this runs as part of the recorded program, and
 * again in each replay: what the agent answers is the same there.
 */
final class Agent {
    private static final String HOOKS = "dev.hindsight.runtime.TestHooks";
    private static final String NOT_RECORDED = "hindsight: tests are not recorded: ";
    private static final AtomicBoolean TOLD = new AtomicBoolean();
    private static final AtomicBoolean CALM = new AtomicBoolean();

    /** Null if there is no agent. */
    private final Class<?> hooks;

    private final Optional<String> recording;

    private Agent(Class<?> hooks) {
        this.hooks = hooks;
        this.recording =
                hooks == null ? Optional.empty() : Optional.ofNullable((String) call("recording", new Class<?>[0]));
    }

    /** Says, once in a JVM, if nothing is recorded. */
    static Agent ofThisJvm() {
        Agent agent = new Agent(hooks());
        if (agent.recording.isEmpty() && TOLD.compareAndSet(false, true)) {
            System.err.println(NOT_RECORDED
                    + (agent.hooks == null
                            ? "this JVM runs without the agent; add to its options (argLine of Surefire, jvmArgs of"
                                    + " Gradle) -javaagent:AGENT.jar=output-below=target/hindsight,save-on=failure"
                            : "the agent could not begin, and has said why when this JVM started"));
        }
        return agent;
    }

    private static Class<?> hooks() {
        try {
            return Class.forName(HOOKS, true, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Where the recording is; empty if there is none. */
    Optional<String> recording() {
        return recording;
    }

    /** A test method is about to be called; returns the number of this run of a test. */
    long starting() {
        return hooks == null ? 0 : (Long) call("starting", new Class<?>[0]);
    }

    /** A test begins, or ends, whose threads are to meet in unusual ways; says, once in a JVM, if they will not. */
    void perturb(boolean begins) {
        boolean able = hooks != null && (Boolean) call("perturb", new Class<?>[] {boolean.class}, begins);
        if (!able && recording.isPresent() && CALM.compareAndSet(false, true)) {
            System.err.println(
                    "hindsight: chaos = true changes nothing: add chaos=1,chaos-in=tests to the options of the"
                            + " agent; another number lets threads meet in other ways");
        }
    }

    /** A test has failed; without a method, it was a class or a test that is not one. */
    void failed(long run, String type, String method, String descriptor, String name, String message) {
        if (hooks != null) {
            Class<?> text = String.class;
            Class<?>[] parameters = {long.class, text, text, text, text, text};
            call("failed", parameters, run, type, method, descriptor, name, message);
        }
    }

    private Object call(String name, Class<?>[] parameters, Object... values) {
        try {
            Method method = hooks.getMethod(name, parameters);
            return method.invoke(null, values);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the agent failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "the agent is of another version than the jar with @RecordOnFailure; use those of one release", e);
        }
    }
}
