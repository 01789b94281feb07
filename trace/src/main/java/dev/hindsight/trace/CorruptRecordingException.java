package dev.hindsight.trace;

import java.io.IOException;

/** What was read is not what a recorder writes. The message is one line that a terminal can show, whatever it quotes. */
public final class CorruptRecordingException extends IOException {
    private static final long serialVersionUID = 1;
    private static final int MAX_LENGTH = 1 << 13;

    public CorruptRecordingException(String message) {
        super(printable(message));
    }

    private static String printable(String message) {
        int length = Math.min(message.length(), MAX_LENGTH);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            char c = message.charAt(i);
            text.append(Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c);
        }
        return text.toString();
    }
}
