package dev.hindsight.session;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Catches signals that are meant for the target, so that they do not end the tool before it.
 *
 * <p>{@code sun.misc.Signal} is reached by reflection because javac warns about its very name, and warnings are errors
 * here. A signal that was ignored when the tool started stays ignored: the JVM sees to that.
 */
final class Signals {
    private final List<Runnable> restore = new ArrayList<>();

    /** Hands the names of the signals, such as {@code TERM}, to a consumer until closed. */
    Signals(List<String> names, Consumer<String> handler) {
        for (String name : names) {
            install(name, handler);
        }
    }

    private void install(String name, Consumer<String> handler) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object signal = signalType.getConstructor(String.class).newInstance(name);
            var handle = signalType.getMethod("handle", signalType, handlerType);
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlerType}, (self, method, arguments) -> {
                        if (method.getDeclaringClass() == handlerType) {
                            handler.accept(name);
                            return null;
                        }
                        return switch (method.getName()) {
                            case "hashCode" -> System.identityHashCode(self);
                            case "equals" -> self == arguments[0];
                            default -> "handler of " + name;
                        };
                    });
            Object previous = handle.invoke(null, signal, proxy);
            restore.add(() -> invoke(handle, signal, previous));
        } catch (InvocationTargetException e) {
            // The JVM keeps the signal for itself, as with -Xrs: then it cannot be forwarded.
            if (!(e.getCause() instanceof IllegalArgumentException)) {
                throw new IllegalStateException(e.getCause());
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no sun.misc.Signal", e);
        }
    }

    private static void invoke(java.lang.reflect.Method handle, Object signal, Object handler) {
        try {
            handle.invoke(null, signal, handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    void close() {
        restore.forEach(Runnable::run);
        restore.clear();
    }
}
