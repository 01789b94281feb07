// same-as-plain
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Locks files, whole and in part, shared and exclusive. */
public class FileLocks {
    public static void main(String[] args) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile("locked.txt", "rw")) {
            FileChannel channel = file.getChannel();
            FileLock whole = channel.lock();
            System.out.println(whole.isValid() + " " + whole.isShared() + " " + whole.position() + " " + whole.size());
            System.out.println(whole);
            overlap(channel, 0, 10);
            whole.release();
            System.out.println("released " + whole.isValid());
            FileLock head = channel.tryLock(0, 10, true);
            FileLock tail = channel.tryLock(10, Long.MAX_VALUE - 10, false);
            System.out.println(
                    head.isShared() + " " + tail.isShared() + " " + head.overlaps(5, 10) + " " + tail.overlaps(0, 10));
            overlap(channel, 5, 10);
            head.close();
            FileLock again = channel.lock(0, 10, false);
            System.out.println("again " + again.isValid() + " " + (again.acquiredBy() == channel));
            channel.close();
            System.out.println("closed " + again.isValid() + " " + tail.isValid());
        }
        try (FileChannel channel = FileChannel.open(Path.of("locked.txt"), StandardOpenOption.WRITE)) {
            channel.lock(0, 1, true);
        } catch (NonReadableChannelException e) {
            e.printStackTrace(System.out);
        }
    }

    private static void overlap(FileChannel channel, long position, long size) throws IOException {
        try {
            System.out.println(channel.tryLock(position, size, false));
        } catch (OverlappingFileLockException e) {
            e.printStackTrace(System.out);
        }
    }
}
