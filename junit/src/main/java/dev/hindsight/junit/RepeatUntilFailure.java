package dev.hindsight.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A flaky test: it runs again and again in the same JVM, until it fails for the first time or has run often enough. It stands
 * instead of {@code @Test}; a failure is kept as with {@link RecordOnFailure}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@RecordOnFailure
@ExtendWith(RepeatUntilFailureExtension.class)
// Whether there is a next run depends on the one before.
@Execution(ExecutionMode.SAME_THREAD)
public @interface RepeatUntilFailure {
    /** How often the test runs if it does not fail; at least once. */
    int runs();

    /**
     * Whether threads are made to meet in unusual ways while the test runs, so that a rare failure comes sooner. It needs an option
     * of the agent, {@code chaos=SEED}, and, where all other tests are to run as usual, {@code chaos-in=tests}.
     */
    boolean chaos() default false;
}
