package dev.hindsight.session;

/** A session cannot start; the message is for the user. */
public final class SessionException extends Exception {
    private static final long serialVersionUID = 1;

    /** What kept the session from starting. */
    public enum Reason {
        /** The directory for the recording is taken or cannot be made. */
        DIRECTORY,
        /** This machine or the JDK cannot be used. */
        PLATFORM,
        /** The command exists but cannot be executed. */
        NOT_EXECUTABLE,
        /** There is no such command. */
        NOT_FOUND
    }

    private final Reason reason;

    SessionException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
