package dev.hindsight.agent.replay;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.internal.misc.Signal;

/** Raises a signal inside the virtual machine alone. */
final class Signals {
    private Signals() {}

    /** @param name without the prefix, as in {@code TERM} */
    static void deliver(String name) {
        try {
            Method dispatch = Signal.class.getDeclaredMethod("dispatch", int.class);
            dispatch.setAccessible(true);
            dispatch.invoke(null, new Signal(name).getNumber());
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
