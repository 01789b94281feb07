package dev.hindsight.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Keeps a virtual thread on its carrier while it waits in a monitor: else the JDK would choose who runs next. */
final class Carriers {
    private static final Method PIN = method("pin");
    private static final Method UNPIN = method("unpin");

    private Carriers() {}

    private static Method method(String name) {
        try {
            return Class.forName("jdk.internal.vm.Continuation", false, null).getMethod(name);
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    static void pin() {
        call(PIN);
    }

    static void unpin() {
        call(UNPIN);
    }

    private static void call(Method method) {
        try {
            method.invoke(null);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new InternalError(e);
        }
    }
}
