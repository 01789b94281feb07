package dev.hindsight.agent.patch;

/** Methods that are added to a class file: each passes its receiver and at most one long on to a static method. */
final class Added {
    private static final int PUBLIC_SYNTHETIC = 0x1001;
    private static final int ALOAD_0 = 42;
    private static final int LLOAD_1 = 31;
    private static final int INVOKESTATIC = 184;
    private static final int LRETURN = 173;
    private static final int ARETURN = 176;
    private static final int RETURN = 177;

    /** Tells frames of this code from the program's. */
    private static final int LINE = 0xffff;

    private final Output bytes = new Output();
    private int count;

    int count() {
        return count;
    }

    /** The numbers are those of constants. */
    void begin(int name, int descriptor, int code, int attributes) {
        count++;
        bytes.writeShort(PUBLIC_SYNTHETIC);
        bytes.writeShort(name);
        bytes.writeShort(descriptor);
        bytes.writeShort(attributes);
        bytes.writeShort(code);
    }

    void code(int hook, String descriptor, int lines) {
        boolean takesLong = descriptor.startsWith("(J)");
        int length = takesLong ? 6 : 5;
        bytes.writeInt(12 + length + 12);
        bytes.writeShort(takesLong ? 3 : 2);
        bytes.writeShort(takesLong ? 3 : 1);
        bytes.writeInt(length);
        bytes.write(ALOAD_0);
        if (takesLong) {
            bytes.write(LLOAD_1);
        }
        bytes.write(INVOKESTATIC);
        bytes.writeShort(hook);
        bytes.write(descriptor.endsWith("J") ? LRETURN : descriptor.endsWith(";") ? ARETURN : RETURN);
        bytes.writeShort(0);
        bytes.writeShort(1);
        bytes.writeShort(lines);
        bytes.writeInt(6);
        bytes.writeShort(1);
        bytes.writeShort(0);
        bytes.writeShort(LINE);
    }

    void exceptions(int attribute, int type) {
        bytes.writeShort(attribute);
        bytes.writeInt(4);
        bytes.writeShort(1);
        bytes.writeShort(type);
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
