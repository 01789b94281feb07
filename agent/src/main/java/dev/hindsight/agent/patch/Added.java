package dev.hindsight.agent.patch;

import java.io.ByteArrayOutputStream;

/** Methods that are added to a class file: each passes its receiver and at most one long on to a static method. */
final class Added {
    private static final int PUBLIC_SYNTHETIC = 0x1001;
    private static final int ALOAD_0 = 42;
    private static final int LLOAD_1 = 31;
    private static final int INVOKESTATIC = 184;
    private static final int LRETURN = 173;
    private static final int RETURN = 177;

    /** Tells frames of this code from the program's. */
    private static final int LINE = 0xffff;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int count;

    int count() {
        return count;
    }

    /** The numbers are those of constants. */
    void begin(int name, int descriptor, int code) {
        count++;
        writeShort(PUBLIC_SYNTHETIC);
        writeShort(name);
        writeShort(descriptor);
        writeShort(2);
        writeShort(code);
    }

    void code(int hook, boolean takesLong, boolean returnsLong, int lines) {
        int length = takesLong ? 6 : 5;
        writeInt(12 + length + 12);
        writeShort(takesLong ? 3 : 2);
        writeShort(takesLong ? 3 : 1);
        writeInt(length);
        bytes.write(ALOAD_0);
        if (takesLong) {
            bytes.write(LLOAD_1);
        }
        bytes.write(INVOKESTATIC);
        writeShort(hook);
        bytes.write(returnsLong ? LRETURN : RETURN);
        writeShort(0);
        writeShort(1);
        writeShort(lines);
        writeInt(6);
        writeShort(1);
        writeShort(0);
        writeShort(LINE);
    }

    void exceptions(int attribute, int type) {
        writeShort(attribute);
        writeInt(4);
        writeShort(1);
        writeShort(type);
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }

    private void writeShort(int value) {
        bytes.write(value >>> 8);
        bytes.write(value);
    }

    private void writeInt(int value) {
        writeShort(value >>> 16);
        writeShort(value);
    }
}
