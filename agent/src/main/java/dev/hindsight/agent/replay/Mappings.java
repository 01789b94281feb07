package dev.hindsight.agent.replay;

import dev.hindsight.runtime.Vm;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.Buffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory for what the program maps: private mappings of an empty scratch file, so that unmapping one is harmless whoever
 * does it.
 */
final class Mappings {
    private static final long ADDRESS = Vm.offsetOf(Buffer.class, "address");

    /**
     * Kept for ever: their cleaners must not unmap what the program may have unmapped already, nor run at a moment when the
     * program has filled the heap: a cleaner that fails for want of memory ends the virtual machine.
     */
    private static final List<MappedByteBuffer> KEPT = new ArrayList<>();

    private final File scratch;

    Mappings(File scratch) {
        this.scratch = scratch;
    }

    long allocate(long size) throws IOException {
        synchronized (KEPT) {
            try (RandomAccessFile file = new RandomAccessFile(scratch, "rw")) {
                file.setLength(size);
                MappedByteBuffer buffer = file.getChannel().map(FileChannel.MapMode.PRIVATE, 0, size);
                KEPT.add(buffer);
                return Vm.longField(buffer, ADDRESS);
            } finally {
                scratch.delete();
            }
        }
    }
}
