package dev.hindsight.runtime;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The public natives of {@link RandomAccessFile}, called as a subclass calls those of its superclass. */
public final class FileNatives {
    /** After so many calls a handle has taken its final shape. */
    private static final int CALLS = 200;

    private static final MethodHandle GET_FILE_POINTER = find("getFilePointer", MethodType.methodType(long.class));
    private static final MethodHandle LENGTH = find("length", MethodType.methodType(long.class));
    private static final MethodHandle SET_LENGTH = find("setLength", MethodType.methodType(void.class, long.class));

    private FileNatives() {}

    private static MethodHandle find(String name, MethodType type) {
        try {
            return MethodHandles.privateLookupIn(RandomAccessFile.class, MethodHandles.lookup())
                    .findSpecial(RandomAccessFile.class, name, type, RandomAccessFile.class);
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    static long getFilePointer(RandomAccessFile file) throws IOException {
        try {
            return (long) GET_FILE_POINTER.invokeExact(file);
        } catch (Throwable thrown) {
            throw raised(thrown);
        }
    }

    static long length(RandomAccessFile file) throws IOException {
        try {
            return (long) LENGTH.invokeExact(file);
        } catch (Throwable thrown) {
            throw raised(thrown);
        }
    }

    static void setLength(RandomAccessFile file, long length) throws IOException {
        try {
            SET_LENGTH.invokeExact(file, length);
        } catch (Throwable thrown) {
            throw raised(thrown);
        }
    }

    private static Error raised(Throwable thrown) {
        Vm.raise(thrown);
        return new InternalError(thrown);
    }

    /** Does all that the first calls do; the file has been opened for reading only. */
    public static void rehearse(RandomAccessFile file) throws IOException {
        for (int i = 0; i < CALLS; i++) {
            getFilePointer(file);
            length(file);
        }
        for (int i = 0; i < CALLS; i++) {
            try {
                setLength(file, 1);
            } catch (IOException e) {
                continue;
            }
        }
    }
}
