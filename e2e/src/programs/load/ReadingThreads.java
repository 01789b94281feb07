import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** Threads that all read a file, faster than it can be recorded, and stay until the last one has. */
public class ReadingThreads {
    private static final int BYTES = 512 << 10;

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("reading", ".bin");
        byte[] content = new byte[BYTES];
        new Random(1).nextBytes(content);
        Files.write(file, content);
        int count = Integer.parseInt(args[0]);
        CountDownLatch done = new CountDownLatch(count);
        long[] sums = new long[count];
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            threads[i] = new Thread(() -> sums[number] = read(file, done));
            threads[i].start();
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            threads[i].join();
            sum += sums[i];
        }
        Files.delete(file);
        System.out.println(sum);
        Peak.print();
    }

    private static long read(Path file, CountDownLatch done) {
        long sum = 0;
        byte[] buffer = new byte[4096];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                sum += read + buffer[0];
            }
            done.countDown();
            done.await();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return sum;
    }
}
