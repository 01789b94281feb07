package dev.hindsight.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test whose failure is to be replayed: if it fails, the recording of its JVM is kept, names it, and one line says how to
 * replay it. On a class, all its tests.
 *
 * <p>The JVM has to be started with the agent; without it the test runs as usual, and one line says what is missing.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(RecordOnFailureExtension.class)
public @interface RecordOnFailure {}
