package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.QuietCall;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.util.HashMap;
import java.util.Map;

/**
 * Stands in for the files that the program maps; the mirror of the recording side's class of this name.
 *
 * <p>Each mapped file has a scratch file of the same size, known by the device and inode of the original. It is mapped as
 * the original was, so mappings of one file see each other's changes, or do not, as the operating system decides; what the
 * program wrote to the file by other ways is written to the scratch file. A scratch file has no name any more while it is
 * in use, and unmapping is harmless whoever does it.
 */
final class MappedFiles implements Closeable {
    private static final FileChannel.MapMode[] MODES = {
        FileChannel.MapMode.READ_ONLY, FileChannel.MapMode.READ_WRITE, FileChannel.MapMode.PRIVATE
    };

    private final File scratch;
    private final Method map;
    private final Method address;
    private final Map<String, RandomAccessFile> files = new HashMap<>();
    private volatile boolean empty = true;

    MappedFiles(File scratch) {
        this.scratch = scratch;
        try {
            Class<?> channel = Class.forName("sun.nio.ch.FileChannelImpl", false, null);
            map = channel.getDeclaredMethod(
                    "mapInternal", FileChannel.MapMode.class, long.class, long.class, int.class, boolean.class);
            address = Class.forName("sun.nio.ch.FileChannelImpl$Unmapper", false, null)
                    .getDeclaredMethod("address");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether nothing has been mapped. */
    boolean isEmpty() {
        return empty;
    }

    synchronized void resize(long device, long inode, long size) throws IOException {
        RandomAccessFile file = file(device, inode);
        if (file.length() != size) {
            file.setLength(size);
        }
    }

    /** Writing takes the place on disk; a mapping of a hole would fail where the program touches it. */
    synchronized void write(long device, long inode, long offset, byte[] data, int length) throws IOException {
        RandomAccessFile file = file(device, inode);
        file.seek(offset);
        file.write(data, 0, length);
    }

    /**
     * Returns the address. No buffer is made of it: JDK 17 makes buffers by reflection and counts that, and a buffer's
     * cleaner would unmap what the program may have unmapped already.
     */
    synchronized long map(long device, long inode, int mode, long position, long size) throws IOException {
        FileChannel channel = file(device, inode).getChannel();
        try {
            Object mapped = QuietCall.invoke(map, channel, MODES[mode], position, size, mode, false);
            return (Long) QuietCall.invoke(address, mapped);
        } catch (IllegalStateException e) {
            throw new IOException(size + " bytes cannot be mapped: " + e.getCause(), e);
        }
    }

    private RandomAccessFile file(long device, long inode) throws IOException {
        String key = device + " " + inode;
        RandomAccessFile file = files.get(key);
        if (file == null) {
            file = new RandomAccessFile(scratch, "rw");
            scratch.delete();
            files.put(key, file);
            empty = false;
        }
        return file;
    }

    @Override
    public synchronized void close() throws IOException {
        for (RandomAccessFile file : files.values()) {
            file.close();
        }
    }
}
