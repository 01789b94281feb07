package dev.hindsight.bench.subject;

import java.util.zip.CRC32;

/** Sleeps most of its time, as a program does that polls something; the scale is the number of waits. */
public final class Waits {
    private static final int PAUSE_MILLIS = 20;
    private static final int BLOCK_BYTES = 1 << 16;

    private Waits() {}

    public static void main(String[] arguments) throws InterruptedException {
        CRC32 checksum = new CRC32();
        byte[] block = new byte[BLOCK_BYTES];
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            Thread.sleep(PAUSE_MILLIS);
            block[i % BLOCK_BYTES]++;
            checksum.update(block);
        }
        System.out.println("waits " + checksum.getValue());
    }
}
