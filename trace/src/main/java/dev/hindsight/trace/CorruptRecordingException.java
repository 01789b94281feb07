package dev.hindsight.trace;

import java.io.IOException;

/** What was read is not what a recorder writes. */
public final class CorruptRecordingException extends IOException {
    private static final long serialVersionUID = 1;

    public CorruptRecordingException(String message) {
        super(message);
    }
}
