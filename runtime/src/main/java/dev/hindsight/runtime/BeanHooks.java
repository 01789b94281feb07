package dev.hindsight.runtime;

import java.lang.management.MemoryUsage;

/** The pieces of an event that only management beans have. */
public final class BeanHooks {
    private static final int FIGURES = 4;

    private BeanHooks() {}

    /** How much memory is used; null where the virtual machine does not say. */
    public static MemoryUsage usage(EventSink sink, MemoryUsage value) {
        if (sink == null) {
            return value;
        }
        boolean known = sink.number(value == null ? 0 : 1) != 0;
        if (!known) {
            return null;
        }
        long[] figures = new long[FIGURES];
        if (value != null) {
            figures[0] = value.getInit();
            figures[1] = value.getUsed();
            figures[2] = value.getCommitted();
            figures[3] = value.getMax();
        }
        sink.outLongs(figures);
        return value == null ? make(sink, figures) : value;
    }

    private static MemoryUsage make(EventSink sink, long[] figures) {
        sink.mute();
        try {
            return new MemoryUsage(figures[0], figures[1], figures[2], figures[3]);
        } finally {
            sink.unmute();
        }
    }
}
