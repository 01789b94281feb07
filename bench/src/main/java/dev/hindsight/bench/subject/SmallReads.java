package dev.hindsight.bench.subject;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Reads a file a few bytes at a time, unbuffered, and the clock after each: nothing but events; the scale is thousands of
 * reads.
 */
public final class SmallReads {
    private static final int FILE_BYTES = 1 << 16;
    private static final int READ_BYTES = 16;

    private SmallReads() {}

    public static void main(String[] arguments) throws IOException {
        int reads = 1000 * Integer.parseInt(arguments[0]);
        try (Scratch scratch = new Scratch("reads")) {
            Path file = scratch.directory().resolve("data");
            byte[] content = new byte[FILE_BYTES];
            new Random(16).nextBytes(content);
            Files.write(file, content);
            System.out.println("smallreads " + run(file, reads));
        }
    }

    private static long run(Path file, int reads) throws IOException {
        byte[] buffer = new byte[READ_BYTES];
        long checksum = 0;
        long earlier = System.nanoTime();
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            for (int i = 0; i < reads; i++) {
                if (in.read(buffer) < READ_BYTES) {
                    in.seek(0);
                }
                long now = System.nanoTime();
                if (now < earlier) {
                    throw new IllegalStateException("the clock went back from " + earlier + " to " + now);
                }
                earlier = now;
                checksum = 31 * checksum + buffer[i % READ_BYTES];
            }
        }
        return checksum;
    }
}
