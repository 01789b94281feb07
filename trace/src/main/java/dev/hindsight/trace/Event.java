package dev.hindsight.trace;

import java.util.List;

/**
 * One event as a reader of the recording sees it.
 *
 * @param index position among the events of its thread, from 0
 * @param order position among the events of all threads, from 0; -1 while under way
 * @param in what went in, an object per item: Long, String, {@link Payload}
 * @param outcome how it ended
 * @param thrown what was thrown, as {@code kind: message}; null if nothing
 * @param out what came out, an object per item: Long, String, {@link Payload}, List
 */
public record Event(
        NativeRow row, long index, long order, List<Object> in, Outcome outcome, String thrown, List<Object> out) {

    /** How a native ended. */
    public enum Outcome {
        RETURNED,
        THREW,
        /** The recording ends while the native runs. */
        UNDER_WAY
    }

    /**
     * Bytes that went through the boundary.
     *
     * @param bytes all of them, or their beginning
     * @param length how many there were
     * @param fingerprint of all of them, if {@code bytes} is only the beginning; else 0
     */
    public record Payload(byte[] bytes, long length, long fingerprint) {
        public boolean complete() {
            return bytes.length == length;
        }
    }
}
