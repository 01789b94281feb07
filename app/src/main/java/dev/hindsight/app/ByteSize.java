package dev.hindsight.app;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes as users write it: {@code 500M}, {@code 2G}.
 *
 * @param bytes not negative
 */
record ByteSize(long bytes) {
    private static final Pattern SYNTAX = Pattern.compile("([0-9]{1,12})([KMGT]?)B?");
    private static final long KILO = 1024;

    /** @throws IllegalArgumentException with what is wrong */
    static ByteSize parse(String text) {
        Matcher matcher = SYNTAX.matcher(text.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a size; write 500M or 2G");
        }
        int power = "KMGT".indexOf(matcher.group(2)) + 1;
        long unit = matcher.group(2).isEmpty() ? 1 : (long) Math.pow(KILO, power);
        try {
            return new ByteSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("'" + text + "' is too large", e);
        }
    }

    /** In KB until that takes five digits, rounded up so that something is never shown as nothing. */
    @Override
    public String toString() {
        long kilobytes = (bytes + KILO - 1) / KILO;
        if (kilobytes < 10_000) {
            return kilobytes + " KB";
        }
        long megabytes = kilobytes / KILO;
        return megabytes < 10_000 ? megabytes + " MB" : megabytes / KILO + " GB";
    }
}
