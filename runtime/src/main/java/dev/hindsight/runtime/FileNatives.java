package dev.hindsight.runtime;

import java.io.IOException;
import java.io.RandomAccessFile;

/** The public natives of {@link RandomAccessFile}, called as a subclass calls those of its superclass. */
final class FileNatives {
    private static final long DESCRIPTOR = Vm.offsetOf(RandomAccessFile.class, "fd");

    private FileNatives() {}

    static long getFilePointer(RandomAccessFile file) throws IOException {
        return plain(file).getFilePointer();
    }

    static long length(RandomAccessFile file) throws IOException {
        return plain(file).length();
    }

    static void setLength(RandomAccessFile file, long length) throws IOException {
        plain(file).setLength(length);
    }

    /** The same open file, without the methods of a subclass: the natives look at nothing but its descriptor. */
    private static RandomAccessFile plain(RandomAccessFile file) {
        if (file.getClass() == RandomAccessFile.class) {
            return file;
        }
        try {
            RandomAccessFile twin = (RandomAccessFile) Vm.allocate(RandomAccessFile.class);
            Vm.setReference(twin, DESCRIPTOR, Vm.getReference(file, DESCRIPTOR));
            return twin;
        } catch (InstantiationException e) {
            throw new InternalError(e);
        }
    }
}
