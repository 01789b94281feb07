package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.QuietCall;
import java.lang.reflect.Method;
import jdk.internal.misc.Signal;

/** Raises a signal inside the virtual machine alone. */
final class Signals {
    private Signals() {}

    /** @param name without the prefix, as in {@code TERM} */
    static void deliver(String name) {
        try {
            Method dispatch = Signal.class.getDeclaredMethod("dispatch", int.class);
            QuietCall.invoke(dispatch, null, new Signal(name).getNumber());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }
}
