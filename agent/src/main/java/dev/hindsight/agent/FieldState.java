package dev.hindsight.agent;

import dev.hindsight.runtime.Vm;
import java.lang.reflect.Field;

/** The fields of a JDK object that natives fill in: numbers and byte arrays, in the order of their names. */
public final class FieldState {
    private static final long MESSAGE = Vm.offsetOf(Throwable.class, "detailMessage");
    private static final FieldState UNIX_EXCEPTION = unixException();

    private final Class<?> type;
    private final Field[] fields;
    private final long[] offsets;

    public FieldState(Class<?> type) {
        this.type = type;
        this.fields = Vm.stateFields(type);
        this.offsets = new long[fields.length];
        for (int i = 0; i < fields.length; i++) {
            offsets[i] = Vm.offset(fields[i]);
        }
    }

    private static FieldState unixException() {
        try {
            return new FieldState(Class.forName("sun.nio.fs.UnixException", false, null));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The message a throwable was made with, without asking the throwable. */
    public static String message(Throwable thrown) {
        return (String) Vm.getReference(thrown, MESSAGE);
    }

    /** The error number of the operating system, or 0 if this throwable has none. */
    public static long errno(Throwable thrown) {
        return thrown.getClass() == UNIX_EXCEPTION.type ? UNIX_EXCEPTION.number(thrown, errnoField()) : 0;
    }

    public static void setErrno(Throwable thrown, long errno) {
        if (thrown.getClass() == UNIX_EXCEPTION.type) {
            UNIX_EXCEPTION.setNumber(thrown, errnoField(), errno);
        }
    }

    private static int errnoField() {
        for (int i = 0; i < UNIX_EXCEPTION.count(); i++) {
            if (UNIX_EXCEPTION.fields[i].getName().equals("errno")) {
                return i;
            }
        }
        throw new IllegalStateException("UnixException has no errno");
    }

    public Class<?> type() {
        return type;
    }

    public int count() {
        return fields.length;
    }

    public boolean isNumber(int index) {
        return fields[index].getType().isPrimitive();
    }

    public long number(Object object, int index) {
        return Vm.getField(object, fields[index], offsets[index]);
    }

    public void setNumber(Object object, int index, long value) {
        Vm.setField(object, fields[index], offsets[index], value);
    }

    public byte[] bytes(Object object, int index) {
        return (byte[]) Vm.getReference(object, offsets[index]);
    }

    public void setBytes(Object object, int index, byte[] value) {
        Vm.setReference(object, offsets[index], value);
    }
}
