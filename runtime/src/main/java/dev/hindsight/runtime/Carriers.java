package dev.hindsight.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Keeps a virtual thread on its carrier: where it waits for us, the JDK would let another one run there. */
final class Carriers {
    private static final String CONTINUATION = "jdk.internal.vm.Continuation";
    private static final String CARRIER = "jdk.internal.misc.CarrierThread";
    private static final Method PIN = method(CONTINUATION, "pin");
    private static final Method UNPIN = method(CONTINUATION, "unpin");
    private static final Method BLOCK = method(CARRIER, "beginBlocking");
    private static final Method UNBLOCK = method(CARRIER, "endBlocking");
    private static final Method INTERRUPT = interrupt();

    private Carriers() {}

    private static Method method(String owner, String name) {
        try {
            return Class.forName(owner, false, null).getMethod(name);
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    private static Method interrupt() {
        try {
            Method method = Thread.class.getDeclaredMethod("interrupt0");
            method.setAccessible(true);
            return method;
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    static void pin() {
        call(PIN, null);
    }

    static void unpin() {
        call(UNPIN, null);
    }

    /**
     * The current virtual thread is about to keep its carrier although it waits; other virtual threads get one more.
     *
     * @return whether to call {@link #endBlocking} afterwards
     */
    static boolean beginBlocking() {
        Thread carrier = Vm.carrier();
        return BLOCK.getDeclaringClass().isInstance(carrier) && Boolean.TRUE.equals(call(BLOCK, carrier));
    }

    static void endBlocking() {
        call(UNBLOCK, Vm.carrier());
    }

    /**
     * Ends a thread's waiting in a monitor as if for no reason: the JVM wakes it as for an interrupt, finds that there was none,
     * and lets it go on. The current thread has to be inside the monitor.
     */
    static void wake(Thread thread) {
        call(INTERRUPT, thread);
    }

    private static Object call(Method method, Object target) {
        try {
            return method.invoke(target);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new InternalError(e);
        }
    }
}
