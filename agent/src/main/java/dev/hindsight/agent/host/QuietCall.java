package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.internal.reflect.ConstructorAccessor;
import jdk.internal.reflect.MethodAccessor;

/**
 * Calls private parts of the JDK by reflection without a trace.
 *
 * <p>The JDK generates code for such calls, from JDK 18 on before the first and in JDK 17 at the sixteenth. That takes its time,
 * and recording and replay do not call the same. So the native that such code replaces is called here, by way of an
 * accessor that lives for one call.
 */
public final class QuietCall {
    private static final boolean BY_HANDLES = Runtime.version().feature() >= 18;
    private static final Class<?> METHODS =
            accessor(BY_HANDLES ? "DirectMethodHandleAccessor$NativeAccessor" : "NativeMethodAccessorImpl");
    private static final Class<?> CONSTRUCTORS =
            accessor(BY_HANDLES ? "DirectConstructorHandleAccessor$NativeAccessor" : "NativeConstructorAccessorImpl");

    private QuietCall() {}

    private static Class<?> accessor(String name) {
        try {
            return Class.forName("jdk.internal.reflect." + name, true, null);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Object invoke(Method method, Object receiver, Object... arguments) {
        try {
            return ((MethodAccessor) make(METHODS, Method.class, method)).invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    public static Object construct(Constructor<?> constructor, Object... arguments) {
        try {
            return ((ConstructorAccessor) make(CONSTRUCTORS, Constructor.class, constructor)).newInstance(arguments);
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** An accessor that calls something, of which it has a field. */
    private static Object make(Class<?> type, Class<?> kind, Object called) {
        try {
            Object accessor = Vm.allocate(type);
            for (Field field : type.getDeclaredFields()) {
                if (field.getType() == kind && !field.getName().equals("csmAdapter")) {
                    Vm.setReference(accessor, Vm.offset(field), called);
                } else if (field.getName().equals("numInvocations")) {
                    Vm.setInt(accessor, Vm.offset(field), Integer.MIN_VALUE);
                }
            }
            return accessor;
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }
}
