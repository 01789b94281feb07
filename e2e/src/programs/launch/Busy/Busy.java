import java.util.zip.CRC32;

/**
 * Computes for three seconds by its own clock: at a replay, for as long as it takes to do the same. A machine that is busy
 * with something else now may be idle then, so there is also something that has to be done at least.
 */
public class Busy {
    private static final long SECOND = 1_000_000_000;

    private final CRC32 sum = new CRC32();
    private final byte[] block = new byte[1 << 20];
    private final long start = System.nanoTime();
    private int rounds;

    public static void main(String[] args) {
        Busy busy = new Busy();
        System.out.println("begun");
        busy.work(27 * SECOND / 10, 300);
        System.out.print("a line that is begun ");
        System.out.flush();
        busy.work(33 * SECOND / 10, 360);
        System.out.println("and ended after " + busy.rounds + " rounds: " + busy.sum.getValue());
    }

    private void work(long untilNanos, int leastRounds) {
        while (System.nanoTime() - start < untilNanos || rounds < leastRounds) {
            block[rounds++ % block.length]++;
            for (byte b : block) {
                sum.update(b);
            }
        }
    }
}
