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
        return text == null ? "null" : "'" + oneLine(text) + "'";
    }

    /** What would command a terminal is shown as a programmer would write it. */
    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        line.append("\\u00")
                                .append(Character.forDigit(c >> 4, 16))
                                .append(Character.forDigit(c & 15, 16));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
        return line.toString();
    }
}
