package dev.hindsight.agent.patch;

/**
 * Makes a method longer than the JIT takes, so that it is interpreted.
 *
 * <p>The second compiler works for seconds on the largest methods of the class rewriter, which saves a tenth of one in a program
 * of a thousand classes. A stock JVM takes no orders about methods but on its command line.
 */
public final class LongMethod {
    /** Longer ones are not compiled, unless an option asks for it. */
    private static final int LONGEST_COMPILED = 8000;

    private static final int ATHROW = 191;
    /** From an attribute's beginning to the first instruction. */
    private static final int CODE = 14;

    private LongMethod() {}

    /**
     * A class whose method has code behind its end that nobody reaches; the class as it is if it has no such method. Its
     * version must be one without frames.
     */
    public static byte[] in(byte[] content, String name) {
        ClassFile file = new ClassFile(content, new ConstantPool(content));
        int at = file.methods();
        int count = file.shortAt(at);
        at += 2;
        for (int i = 0; i < count; i++) {
            if (file.pool().textEquals(file.shortAt(at + 2), name)) {
                return lengthen(file, file.attribute(at + 6, "Code"));
            }
            at = file.behindMember(at);
        }
        return content;
    }

    private static byte[] lengthen(ClassFile file, int code) {
        int length = file.intAt(code + 10);
        int added = LONGEST_COMPILED + 1 - length;
        int end = code + CODE + length;
        Output out = new Output();
        out.write(file.code(), 0, code + 2);
        out.writeInt(file.intAt(code + 2) + added);
        out.write(file.code(), code + 6, 4);
        out.writeInt(length + added);
        out.write(file.code(), code + CODE, length);
        // They do nothing.
        out.write(new byte[added], 0, added - 1);
        out.write(ATHROW);
        out.write(file.code(), end, file.code().length - end);
        return out.toByteArray();
    }
}
