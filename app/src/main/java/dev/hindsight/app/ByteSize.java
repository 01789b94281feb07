package dev.hindsight.app;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of bytes as users write it: {@code 500M}, {@code 2G}.
 *
 * @param bytes not negative
 */
record ByteSize(long bytes) {
    private static final Pattern SYNTAX = Pattern.compile("([0-9]{1,12})([KMGT]?)B?");
    private static final long KILO = 1024;

    static ByteSize parse(String text) {
        Matcher matcher = SYNTAX.matcher(text.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a size; write 500M or 2G");
        }
        int power = "KMGT".indexOf(matcher.group(2)) + 1;
        long unit = matcher.group(2).isEmpty() ? 1 : (long) Math.pow(KILO, power);
        return new ByteSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit));
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

    /** Lets picocli read sizes. */
    static final class Converter implements ITypeConverter<ByteSize> {
        @Override
        public ByteSize convert(String value) {
            try {
                return parse(value);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new TypeConversionException(
                        e instanceof ArithmeticException ? "'" + value + "' is too large" : e.getMessage());
            }
        }
    }
}
