package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.FieldState;
import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.ThrowableKind;
import java.lang.reflect.Field;

/** Makes the throwable that a native threw in the recorded run, with the stack it had there. */
final class Throwables {
    private static final int NATIVE_LINE = -2;
    private static final String OURS = "dev.hindsight.";
    private static final long MESSAGE = Vm.offsetOf(Throwable.class, "detailMessage");
    private static final long FORMAT = Vm.offsetOf(StackTraceElement.class, "format");

    private Throwables() {}

    static Throwable rebuild(NativeRow row, int kind, String message, long errno) throws CorruptRecordingException {
        try {
            // The name comes from a fixed list; the log holds only a position in it.
            Class<?> type = Class.forName(ThrowableKind.name(kind), true, null);
            Throwable thrown = (Throwable) Vm.allocate(type);
            Throwable fresh = new Throwable();
            copyDefaults(fresh, thrown);
            Vm.setReference(thrown, MESSAGE, message);
            FieldState.setErrno(thrown, errno);
            thrown.setStackTrace(stack(row, fresh.getStackTrace()));
            return thrown;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An instance made without a constructor lacks what the field initialisers of Throwable set. */
    private static void copyDefaults(Throwable from, Throwable to) {
        for (Field field : Throwable.class.getDeclaredFields()) {
            boolean wanted = field.getName().equals("suppressedExceptions")
                    || field.getName().equals("stackTrace");
            if (wanted) {
                long offset = Vm.offset(field);
                Vm.setReference(to, offset, Vm.getReference(from, offset));
            }
        }
        Field cause = field("cause");
        Vm.setReference(to, Vm.offset(cause), to);
    }

    private static Field field(String name) {
        try {
            return Throwable.class.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Our own frames go; the native's frame, which is not on the stack, comes on top. */
    private static StackTraceElement[] stack(NativeRow row, StackTraceElement[] raw) {
        int own = 0;
        while (own < raw.length && (raw[own].getClassName().startsWith(OURS) || Vm.isOurs(raw[own]))) {
            own++;
        }
        if (own == raw.length) {
            return raw;
        }
        StackTraceElement caller = raw[own];
        StackTraceElement[] stack = new StackTraceElement[raw.length - own + 1];
        stack[0] = new StackTraceElement(
                caller.getClassLoaderName(),
                "java.base",
                caller.getModuleVersion(),
                row.owner(),
                row.name(),
                null,
                NATIVE_LINE);
        Vm.setByte(stack[0], FORMAT, (byte) 3);
        System.arraycopy(raw, own, stack, 1, raw.length - own);
        return stack;
    }
}
