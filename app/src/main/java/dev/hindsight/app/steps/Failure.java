package dev.hindsight.app.steps;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What went wrong in a run, and at which step.
 *
 * @param thread in which
 * @param step the last one that its thread did before the exception, or that which threw it; empty if it was not kept
 * @param test the name of the test that failed; empty if it was a thread
 * @param what the exception that ended the thread, with its stack, or the message of the test
 */
public record Failure(int thread, Optional<Step> step, String test, String what) {
    private static final Pattern FRAME = Pattern.compile("\\s*at (?:[^/]*/)*([^/(]+)\\.([^.(]+)\\(([^)]*)\\)");
    /** What tells that a test failed, or passes an exception on, is not where it failed. */
    private static final List<String> FRAMEWORKS =
            List.of("org.junit.", "org.opentest4j.", "org.assertj.", "org.hamcrest.", "junit.framework.");

    /** An exception that ended a thread after so many steps. */
    static Failure ofThread(int thread, long after, String stack, List<Step> kept) {
        return new Failure(thread, atFrame(thread, after, stack, kept), "", stack);
    }

    /** A test that began after so many steps, and was found to have failed after more. */
    static Failure ofTest(int thread, long from, long to, String name, String message, List<Step> kept) {
        return new Failure(thread, thrown(thread, from, to, message, kept), name, message);
    }

    /** How users know what failed. */
    public String title(Map<Integer, String> threads) {
        return test.isEmpty() ? threads.get(thread) + " ended with" : "test " + test + " failed:";
    }

    /** The last step at the first line of the stack at which the thread did any. */
    private static Optional<Step> atFrame(int thread, long after, String stack, List<Step> kept) {
        for (String line : stack.split("\n")) {
            Matcher frame = FRAME.matcher(line);
            if (frame.lookingAt()) {
                Optional<Step> found = last(kept, after, step -> step.thread() == thread && isAt(step.site(), frame));
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return last(kept, after, step -> step.thread() == thread);
    }

    private static boolean isAt(Step.Site site, Matcher frame) {
        return site.className().equals(frame.group(1))
                && site.method().equals(frame.group(2))
                && site.place().equals(frame.group(3));
    }

    private static Optional<Step> last(List<Step> kept, long before, Predicate<Step> wanted) {
        for (int i = kept.size() - 1; i >= 0; i--) {
            Step step = kept.get(i);
            if (step.number() < before && step.kind() != Step.Kind.RESULT && wanted.test(step)) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }

    /** Where the exception of a test was thrown first; if the JVM did that, or a framework, the step of the test before it. */
    private static Optional<Step> thrown(int thread, long from, long to, String message, List<Step> kept) {
        String type = message.split("[:\\s]", 2)[0];
        Step first = null;
        for (Step step : kept) {
            boolean isOne = step.kind() == Step.Kind.THROW && step.thread() == thread;
            boolean isInTest = step.number() >= from && step.number() < to;
            if (isOne && isInTest && step.value().startsWith(type + "#")) {
                boolean isSame = first != null && first.value().equals(step.value());
                first = isSame ? first : step;
            }
        }
        if (first != null && !isFramework(first)) {
            return Optional.of(first);
        }
        long until = first == null ? to : first.number();
        return last(kept, until, step -> step.thread() == thread && step.number() >= from && !isFramework(step));
    }

    static boolean isFramework(Step step) {
        String name = step.site().className();
        return FRAMEWORKS.stream().anyMatch(name::startsWith);
    }
}
