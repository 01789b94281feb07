import java.util.zip.CRC32;

/** Computes for three seconds by its own clock: at a replay, for as long as it takes to do the same. */
public class Busy {
    private static final long SECOND = 1_000_000_000;

    private final CRC32 sum = new CRC32();
    private final byte[] block = new byte[1 << 20];
    private final long start = System.nanoTime();
    private int rounds;

    public static void main(String[] args) {
        Busy busy = new Busy();
        System.out.println("begun");
        busy.work(27 * SECOND / 10);
        System.out.print("a line that is begun ");
        System.out.flush();
        busy.work(33 * SECOND / 10);
        System.out.println("and ended after " + busy.rounds + " rounds: " + busy.sum.getValue());
    }

    private void work(long untilNanos) {
        while (System.nanoTime() - start < untilNanos) {
            block[rounds++ % block.length]++;
            for (byte b : block) {
                sum.update(b);
            }
        }
    }
}
