package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;
import java.lang.reflect.Field;

/** The fields of a JDK object that natives fill in: numbers, byte arrays and strings, in the order of their names. */
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

    /** What a field holds: 0 a number, 1 bytes, 2 a string, 3 strings. */
    public int kind(int index) {
        Class<?> fieldType = fields[index].getType();
        if (fieldType.isPrimitive()) {
            return 0;
        }
        return fieldType == byte[].class ? 1 : fieldType == String.class ? 2 : 3;
    }

    public long number(Object object, int index) {
        return Vm.getField(object, fields[index], offsets[index]);
    }

    public void setNumber(Object object, int index, long value) {
        Vm.setField(object, fields[index], offsets[index], value);
    }

    public Object reference(Object object, int index) {
        return Vm.getReference(object, offsets[index]);
    }

    public void setReference(Object object, int index, Object value) {
        Vm.setReference(object, offsets[index], value);
    }
}
