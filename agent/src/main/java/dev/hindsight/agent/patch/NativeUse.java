package dev.hindsight.agent.patch;

/** Tells whether a class has native methods. */
public final class NativeUse {
    private static final int NATIVE = 0x100;

    private NativeUse() {}

    public static boolean isIn(byte[] content) {
        ClassFile file = new ClassFile(content, new ConstantPool(content));
        for (int method : file.eachMethod()) {
            if ((file.shortAt(method) & NATIVE) != 0) {
                return true;
            }
        }
        return false;
    }
}
