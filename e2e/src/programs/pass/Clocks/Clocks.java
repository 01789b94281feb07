import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Date;
import java.util.concurrent.TimeUnit;

/** Reads the clocks of the machine, many times and in hot code. */
public class Clocks {
    public static void main(String[] args) {
        System.out.println(System.currentTimeMillis());
        System.out.println(System.nanoTime());
        System.out.println(new Date().getTime());
        System.out.println(Clock.systemUTC().millis() + " " + Clock.systemUTC().instant());
        System.out.println(
                Clock.tick(Clock.systemDefaultZone(), Duration.ofMillis(7)).instant());
        System.out.println(Clock.tickMinutes(ZoneId.of("UTC")).instant() + " " + Clock.systemDefaultZone());
        System.out.println(TimeUnit.NANOSECONDS.toMicros(System.nanoTime()));
        long hash = 0;
        for (int i = 0; i < 200_000; i++) {
            hash = hash * 31 + System.nanoTime();
            if (i % 10 == 0) {
                hash = hash * 31 + System.currentTimeMillis();
            }
        }
        System.out.println("hash of many " + hash);
        long start = System.nanoTime();
        long spins = 0;
        while (System.nanoTime() - start < 2_000_000) {
            spins++;
        }
        System.out.println("spins " + spins);
    }
}
