package dev.hindsight.bench.subject;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.lang3.math.NumberUtils;

/**
 * Parses literals into registers until one is rejected that should not be (LANG-747); the scale is thousands of
 * literals.
 */
public final class Lang747 {
    private static final int REGISTERS = 16;

    private Lang747() {}

    public static void main(String[] arguments) {
        int literals = 1000 * Integer.parseInt(arguments[0]);
        Random random = new Random(747);
        long[] registers = new long[REGISTERS];
        for (int i = 0; i < literals; i++) {
            registers[i % REGISTERS] +=
                    NumberUtils.createNumber(literal(random)).longValue();
        }
        try {
            registers[0] += NumberUtils.createNumber("0x80000000").longValue();
        } catch (NumberFormatException e) {
            System.out.println("rejected: " + e.getMessage());
        }
        System.out.println("lang747 " + Arrays.hashCode(registers));
    }

    private static String literal(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Integer.toString(random.nextInt());
            case 1 -> random.nextInt(1000) + "L";
            case 2 -> "0x" + Integer.toHexString(random.nextInt(Integer.MAX_VALUE));
            default -> Float.toString(random.nextFloat());
        };
    }
}
