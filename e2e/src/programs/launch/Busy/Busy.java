import java.util.zip.CRC32;

/** Computes for three seconds by its own clock: at a replay, for as long as it takes to do the same. */
public class Busy {
    public static void main(String[] args) {
        CRC32 sum = new CRC32();
        byte[] block = new byte[1 << 20];
        long rounds = 0;
        for (long start = System.nanoTime(); System.nanoTime() - start < 3_000_000_000L; rounds++) {
            block[(int) rounds % block.length]++;
            for (byte b : block) {
                sum.update(b);
            }
        }
        System.out.println(rounds + " rounds, " + sum.getValue());
    }
}
