package dev.hindsight.agent.patch;

/** Tells whether a class has native methods. */
public final class NativeUse {
    private static final int NATIVE = 0x100;

    private NativeUse() {}

    public static boolean isIn(byte[] content) {
        ClassFile file = new ClassFile(content, new ConstantPool(content));
        int at = file.methods();
        int count = file.shortAt(at);
        at += 2;
        for (int i = 0; i < count; i++) {
            if ((file.shortAt(at) & NATIVE) != 0) {
                return true;
            }
            at = file.behindMember(at);
        }
        return false;
    }
}
