package dev.hindsight.trace;

import java.util.List;

/**
 * The throwables that natives throw. The log holds a number of this list, never a class name to be loaded; entries are
 * only ever added at the end.
 */
public final class ThrowableKind {
    private static final List<String> NAMES = List.of(
            "java.io.IOException",
            "java.io.FileNotFoundException",
            "sun.nio.fs.UnixException",
            "java.lang.InterruptedException",
            "java.lang.NullPointerException",
            "java.lang.IndexOutOfBoundsException",
            "java.lang.OutOfMemoryError",
            "java.lang.InternalError",
            "java.lang.IllegalArgumentException",
            "java.io.SyncFailedException",
            "java.lang.StackOverflowError",
            "java.io.EOFException",
            "java.lang.SecurityException",
            "java.lang.UnsupportedOperationException",
            "java.io.InterruptedIOException",
            "java.lang.Error",
            "java.net.UnknownHostException",
            "java.net.SocketException",
            "java.net.ConnectException",
            "java.net.BindException",
            "java.net.NoRouteToHostException",
            "java.net.PortUnreachableException",
            "java.net.ProtocolException",
            "java.net.SocketTimeoutException",
            "sun.net.ConnectionResetException",
            "java.lang.UnsatisfiedLinkError",
            "java.lang.Exception",
            "java.lang.RuntimeException",
            "java.lang.ArithmeticException",
            "java.lang.ArrayIndexOutOfBoundsException",
            "java.lang.ClassCastException",
            "java.lang.IllegalStateException",
            "java.lang.NegativeArraySizeException",
            "java.lang.NumberFormatException",
            "java.lang.StringIndexOutOfBoundsException",
            "java.util.NoSuchElementException");

    private ThrowableKind() {}

    /** The number of a throwable's class, or that of its nearest listed superclass; -1 if none is listed. */
    public static int of(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            int index = indexOf(c.getName());
            if (index >= 0) {
                return index;
            }
        }
        return -1;
    }

    /** Whether this very class is listed, not only a superclass. */
    public static boolean isExact(Class<?> type) {
        return indexOf(type.getName()) >= 0;
    }

    private static int indexOf(String name) {
        for (int i = 0; i < NAMES.size(); i++) {
            if (NAMES.get(i).equals(name)) {
                return i;
            }
        }
        return -1;
    }

    public static String name(int kind) throws CorruptRecordingException {
        if (kind < 0 || kind >= NAMES.size()) {
            throw new CorruptRecordingException("no throwable has number " + kind);
        }
        return NAMES.get(kind);
    }
}
