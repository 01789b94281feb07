package dev.hindsight.agent.patch;

import java.io.ByteArrayOutputStream;

/** Bytes of a class file, as they are written. */
final class Output extends ByteArrayOutputStream {
    void writeShort(int value) {
        write(value >>> 8);
        write(value);
    }

    void writeInt(int value) {
        writeShort(value >>> 16);
        writeShort(value);
    }
}
