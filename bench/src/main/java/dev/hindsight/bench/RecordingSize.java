package dev.hindsight.bench;

import java.util.OptionalDouble;

/**
 * How large a recording is.
 *
 * @param logBytes of the threads' event streams
 * @param allBytes of all files: classes and manifest too
 * @param readBytes what files and input streams delivered to the program
 * @param writtenBytes what the program wrote
 */
record RecordingSize(long logBytes, long allBytes, long events, long readBytes, long writtenBytes) {
    /** Below this, what is logged besides the input would decide the ratio. */
    private static final long LEAST_INPUT_BYTES = 1 << 20;

    /** Empty for a program that reads next to nothing. */
    OptionalDouble logPerInputByte() {
        return readBytes < LEAST_INPUT_BYTES
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) logBytes / readBytes);
    }
}
