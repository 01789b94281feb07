package dev.hindsight.bench.subject;

import java.io.IOException;

/** {@link Download} over a network that brings a gigabit per second; the scale is MiB, behind it comes the port. */
public final class Link {
    private static final int MIB_PER_SECOND = 119;

    private Link() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Download.fetch(arguments[1], arguments[0] + "/" + MIB_PER_SECOND);
    }
}
