package dev.hindsight.agent.replay;

import dev.hindsight.runtime.Vm;
import java.nio.charset.StandardCharsets;

/** Values as a divergence shows them. */
final class Shown {
    private static final int LIMIT = 60;

    private Shown() {}

    /** The beginning of an array, or of memory if there is none. */
    static String preview(byte[] array, int offset, long address, long length) {
        byte[] start = new byte[(int) Math.min(length, LIMIT)];
        if (array != null) {
            System.arraycopy(array, offset, start, 0, start.length);
        } else {
            Vm.copyOut(address, start, 0, start.length);
        }
        return text(start);
    }

    static String text(byte[] bytes) {
        return text(bytes == null ? null : new String(bytes, StandardCharsets.UTF_8));
    }

    static String text(String text) {
        // Other control characters are the concern of whoever prints the line.
        return text == null ? "null" : "'" + text.replace("\n", "\\n").replace("\r", "\\r") + "'";
    }
}
