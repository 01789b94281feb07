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

    private LongMethod() {}

    /**
     * A class whose method has code behind its end that nobody reaches; the class as it is if it has no such method. Its
     * version must be one without frames.
     */
    public static byte[] in(byte[] content, String name) {
        ClassFile file = new ClassFile(content, new ConstantPool(content));
        for (int method : file.eachMethod()) {
            if (file.pool().textEquals(file.shortAt(method + 2), name)) {
                return lengthen(file, file.codeOf(method));
            }
        }
        return content;
    }

    private static byte[] lengthen(ClassFile file, int code) {
        int length = file.codeLength(code);
        int added = LONGEST_COMPILED + 1 - length;
        int end = code + ClassFile.CODE + length;
        Output out = new Output();
        out.write(file.code(), 0, code + 2);
        out.writeInt(file.intAt(code + 2) + added);
        out.write(file.code(), code + 6, 4);
        out.writeInt(length + added);
        out.write(file.code(), code + ClassFile.CODE, length);
        // They do nothing.
        out.write(new byte[added], 0, added - 1);
        out.write(ATHROW);
        out.write(file.code(), end, file.code().length - end);
        return out.toByteArray();
    }
}
