package dev.hindsight.agent.replay;

import dev.hindsight.trace.ChunkReader;
import dev.hindsight.trace.EndOfRecordingException;
import dev.hindsight.trace.EventInput;
import java.io.IOException;

/** What a sink reads of its thread's log. If the log ends or is damaged, the replay ends here. */
final class ThreadLog {
    private final ReplayingSink sink;
    private final Replayer replayer;
    private final EventInput input;

    ThreadLog(ReplayingSink sink, Replayer replayer, ChunkReader chunks) {
        this.sink = sink;
        this.replayer = replayer;
        this.input = new EventInput(chunks) {
            @Override
            protected boolean nextChunk(ChunkReader from) throws IOException {
                sink.mute();
                try {
                    return from.next();
                } finally {
                    sink.unmute();
                }
            }
        };
    }

    void close() throws IOException {
        input.close();
    }

    boolean atEnd() {
        try {
            return input.atEnd();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    int oneByte() {
        try {
            return input.readByte();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    long number() {
        try {
            return input.readNumber();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    long length() {
        try {
            return input.readLength();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * A length that is read before the thread comes to it, and while others may still wait for it; -1 if the log ends before or
     * within it, which concerns the thread only when it comes there.
     */
    long lengthAhead() {
        try {
            return input.readLength();
        } catch (EndOfRecordingException e) {
            return -1;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The same for a number that is not negative. */
    long numberAhead() {
        long number = lengthAhead();
        return number < 0 ? -1 : number >>> 1;
    }

    /** A length that an array may have. */
    int size() {
        try {
            return input.readSize();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Null if null was written. */
    String text() {
        try {
            return input.readText();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Null if null was written. */
    byte[] bytes() {
        try {
            return input.readByteArray();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Fills part of an array with at least one byte; returns how many. */
    int some(byte[] target, int offset, int size) {
        try {
            return input.readSome(target, offset, size);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The log ends or is damaged; does not return. */
    IllegalStateException failed(IOException e) {
        if (e instanceof EndOfRecordingException) {
            replayer.endInEvent(sink);
        }
        replayer.damaged("thread " + sink.number() + (sink.index() < 0 ? "" : ", event " + sink.index()) + ": "
                + e.getMessage());
        return new IllegalStateException(e);
    }
}
