package dev.hindsight.junit;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestWatcher;

/** Tells the agent which tests begin and which of them fail, and the user how to replay a failure. */
final class RecordOnFailureExtension
        implements BeforeTestExecutionCallback,
                TestWatcher,
                InvocationInterceptor,
                LifecycleMethodExecutionExceptionHandler {
    private final Agent agent = Agent.ofThisJvm();
    /** The runs of tests that are under way, by the test's id: what an {@code ExtensionContext} stores is gone when a test fails. */
    private final Map<String, Long> runs = new ConcurrentHashMap<>();

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        runs.put(context.getUniqueId(), agent.starting());
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
        runs.remove(context.getUniqueId());
    }

    @Override
    public void testAborted(ExtensionContext context, Throwable cause) {
        runs.remove(context.getUniqueId());
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        Long run = runs.remove(context.getUniqueId());
        failed(context, run == null ? 0 : run, context.getTestMethod(), cause);
    }

    /** Tests that a {@code @TestFactory} makes are no methods: a debugger cannot be stopped at their beginning. */
    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext test, ExtensionContext context) throws Throwable {
        try {
            invocation.proceed();
        } catch (Throwable e) {
            failed(context, 0, Optional.empty(), e);
            throw e;
        }
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable cause) throws Throwable {
        failed(context, 0, Optional.empty(), cause);
        throw cause;
    }

    @Override
    public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable cause) throws Throwable {
        failed(context, 0, Optional.empty(), cause);
        throw cause;
    }

    private void failed(ExtensionContext context, long run, Optional<Method> method, Throwable cause) {
        String type = method.map(Method::getDeclaringClass)
                .or(context::getTestClass)
                .map(Class::getName)
                .orElse("");
        String name = name(context);
        agent.failed(
                run,
                type,
                method.map(Method::getName).orElse(""),
                method.map(RecordOnFailureExtension::descriptor).orElse(""),
                name,
                String.valueOf(cause));
        agent.recording()
                .ifPresent(directory -> System.err.println(
                        "hindsight: " + name + " failed; replay: hindsight replay " + quoted(directory)));
    }

    /** Class and method, and what tells this run of it from others; a test that a factory made has neither of its own. */
    private static String name(ExtensionContext context) {
        ExtensionContext inside = context;
        while (inside.getTestClass().isEmpty() && inside.getParent().isPresent()) {
            inside = inside.getParent().get();
        }
        String type = inside.getTestClass().map(Class::getSimpleName).orElse("");
        Optional<String> method = inside.getTestMethod().map(Method::getName);
        String name = method.map(text -> type + "." + text).orElse(type);
        String shown = context.getDisplayName();
        boolean known = shown.equals(type) || method.isPresent() && shown.startsWith(method.get() + "(");
        return known ? name : name + " (" + shown + ")";
    }

    private static String descriptor(Method method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : method.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        return text.append(')')
                .append(method.getReturnType().descriptorString())
                .toString();
    }

    /** As a shell takes it for one word. */
    private static String quoted(String path) {
        return path.matches("[\\w./+@%-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}
