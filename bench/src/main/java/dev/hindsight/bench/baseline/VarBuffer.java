package dev.hindsight.bench.baseline;

import java.nio.ByteBuffer;

/** Bytes of a chunk: numbers of seven bits a byte, the lowest first, the highest bit of a byte telling that more follow. */
final class VarBuffer {
    private final byte[] bytes;
    private int length;

    VarBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    void put(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    /** Small in size whatever its sign. */
    void putSigned(long value) {
        put(value << 1 ^ value >> 63);
    }

    int length() {
        return length;
    }

    ByteBuffer bytes() {
        return ByteBuffer.wrap(bytes, 0, length);
    }

    void clear() {
        length = 0;
    }
}
