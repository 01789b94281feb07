package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Draws the inputs of a property, the same ones in each build.
 *
 * <p>Bugs sit at borders and small values, where an even spread over a large range hardly gets: each draw prefers both. What
 * an iteration draws depends on no other, so the one that a failure names can be run alone.
 */
final class RandomInputs {
    private static final long SEED = 1;
    private static final int MAX_LENGTH = 255;
    private static final long[] LONGS = {
        0, 1, -1, 2, -2, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE, Long.MIN_VALUE + 1
    };
    private static final double[] DOUBLES = {
        0.0, -0.0, 1, -1, 0.01, -0.01, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE
    };
    private static final String CHARS =
            "\u0000\u0001\t\n\r\u001f \"/\\\u007f\u0080\u009f\u00a0\u07ff\u0800\u2028\u2029\ud800\udbff\udc00\udfff\ufeff\uffff";

    private final Random random;

    /** Throws if it does not hold. */
    interface Property {
        void holdsFor(RandomInputs inputs) throws Exception;
    }

    /** The seed is mixed because neighbouring seeds of {@link Random} begin alike. */
    private RandomInputs(int iteration) {
        random = new Random(new SplittableRandom(SEED + iteration).nextLong());
    }

    static void check(int tries, Property property) {
        for (int iteration = 0; iteration < tries; iteration++) {
            RandomInputs inputs = new RandomInputs(iteration);
            assertThatCode(() -> property.holdsFor(inputs))
                    .as("seed %d, iteration %d", SEED, iteration)
                    .doesNotThrowAnyException();
        }
    }

    /** For choices without borders. */
    Random random() {
        return random;
    }

    /** From {@code min} to {@code max}, both included. */
    int between(int min, int max) {
        int range = max - min;
        if (atBorder()) {
            int distance = random.nextInt(Math.min(range, 2) + 1);
            return random.nextBoolean() ? min + distance : max - distance;
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(range);
        int reach = random.nextBoolean() ? range : range >>> random.nextInt(bits + 1);
        return min + random.nextInt(reach + 1);
    }

    long anyLong() {
        return atBorder() ? LONGS[random.nextInt(LONGS.length)] : random.nextLong() >> random.nextInt(Long.SIZE);
    }

    /** Neither infinite nor NaN. */
    double finiteDouble() {
        if (atBorder()) {
            return DOUBLES[random.nextInt(DOUBLES.length)];
        }
        double drawn = random.nextBoolean() ? Double.longBitsToDouble(random.nextLong()) : anyLong() / 100.0;
        return Double.isFinite(drawn) ? drawn : finiteDouble();
    }

    /** Any sequence of chars, with surrogates that have no partner. */
    String text() {
        int limit = random.nextBoolean() ? 0x80 : Character.MAX_VALUE + 1;
        StringBuilder drawn = new StringBuilder();
        for (int left = between(0, MAX_LENGTH); left > 0; left--) {
            drawn.append(atBorder() ? CHARS.charAt(random.nextInt(CHARS.length())) : (char) random.nextInt(limit));
        }
        return drawn.toString();
    }

    byte[] bytes() {
        return bytes(MAX_LENGTH);
    }

    byte[] bytes(int maxLength) {
        byte[] drawn = new byte[between(0, maxLength)];
        random.nextBytes(drawn);
        if (random.nextBoolean()) {
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = (byte) (drawn[i] >> random.nextInt(Byte.SIZE));
            }
        }
        return drawn;
    }

    <T> List<T> list(int maxSize, Supplier<T> element) {
        List<T> drawn = new ArrayList<>();
        for (int left = between(0, maxSize); left > 0; left--) {
            drawn.add(element.get());
        }
        return drawn;
    }

    private boolean atBorder() {
        return random.nextInt(10) == 0;
    }
}
