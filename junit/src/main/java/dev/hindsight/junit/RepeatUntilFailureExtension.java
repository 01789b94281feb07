package dev.hindsight.junit;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives a test one run after the other, until one fails. */
final class RepeatUntilFailureExtension implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), RepeatUntilFailure.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        RepeatUntilFailure wanted = AnnotationSupport.findAnnotation(method, RepeatUntilFailure.class)
                .orElseThrow();
        int runs = wanted.runs();
        if (runs < 1) {
            throw new ExtensionConfigurationException(
                    "@RepeatUntilFailure(runs = " + runs + ") on " + method.getName() + " has to run at least once");
        }
        Iterator<TestTemplateInvocationContext> repetitions = new Repetitions(runs, wanted.chaos());
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(repetitions, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    /** The runs of one test; the next is asked for when the one before has ended. */
    private static final class Repetitions
            implements Iterator<TestTemplateInvocationContext>,
                    TestWatcher,
                    BeforeTestExecutionCallback,
                    AfterTestExecutionCallback {
        private final int most;
        /** Null if threads meet as usual. */
        private final Agent perturbing;

        private int begun;
        private boolean failed;

        Repetitions(int most, boolean chaos) {
            this.most = most;
            this.perturbing = chaos ? Agent.ofThisJvm() : null;
        }

        @Override
        public void beforeTestExecution(ExtensionContext context) {
            if (perturbing != null) {
                perturbing.perturb(true);
            }
        }

        @Override
        public void afterTestExecution(ExtensionContext context) {
            if (perturbing != null) {
                perturbing.perturb(false);
            }
        }

        @Override
        public boolean hasNext() {
            return !failed && begun < most;
        }

        @Override
        public TestTemplateInvocationContext next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            begun++;
            return new Repetition("repetition " + begun + " of " + most, List.of(this));
        }

        @Override
        public void testFailed(ExtensionContext context, Throwable cause) {
            failed = true;
        }
    }

    private record Repetition(String name, List<Extension> extensions) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int invocationIndex) {
            return name;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return extensions;
        }
    }
}
