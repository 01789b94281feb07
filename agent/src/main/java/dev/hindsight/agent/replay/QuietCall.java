package dev.hindsight.agent.replay;

import dev.hindsight.runtime.Vm;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls private methods of the JDK by reflection without a trace. */
final class QuietCall {
    private QuietCall() {}

    static Object invoke(Method method, Object receiver, Object... arguments) {
        try {
            return method.invoke(receiver, arguments);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            forgetCalls(method);
        }
    }

    /** The sixteenth call would make JDK 17 generate code, which recording does not do. */
    private static void forgetCalls(Method method) {
        if (Runtime.version().feature() < 18) {
            Vm.setReference(method, Vm.offsetOf(Method.class, "methodAccessor"), null);
            Object root = Vm.getReference(method, Vm.offsetOf(Method.class, "root"));
            if (root != null) {
                Vm.setReference(root, Vm.offsetOf(Method.class, "methodAccessor"), null);
            }
        }
    }
}
