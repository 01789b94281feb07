package dev.hindsight.trace;

import java.io.EOFException;

/** The stream of a thread ends within an event: that event was under way when the recording ended. */
public final class EndOfRecordingException extends EOFException {
    private static final long serialVersionUID = 1;

    public EndOfRecordingException() {
        super("the recording ends here");
    }
}
