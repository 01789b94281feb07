package dev.hindsight.agent.patch;

/**
 * Lets class loaders that override {@code loadClass} ask a hook first, as {@code ClassLoader} itself does.
 *
 * <p>Sixteen bytes of code come before the method's own: a multiple of four, since the tables of switches are aligned. What
 * names a place in the code moves along. At the last of these bytes there is a frame, so the method's own first frame is as
 * far from the frame before it as it was from the beginning.
 */
final class LoaderEntry {
    private static final String NAME = "loadClass";
    private static final String DESCRIPTOR = "(Ljava/lang/String;)Ljava/lang/Class;";
    private static final String HOOKS = "dev/hindsight/runtime/RunHooks";
    private static final String HOOK = "classAsked";
    private static final String HOOK_DESCRIPTOR = "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Class;";

    private static final int SHIFT = 16;
    private static final int LONGEST = 65535 - SHIFT;
    private static final int STATIC = 8;
    /** From the next version of class files on, code has to have frames. */
    private static final int WITHOUT_FRAMES = 49;

    /** nop (five times), aload_0, aload_1, invokestatic. */
    private static final int[] CALL = {0, 0, 0, 0, 0, 42, 43, 184};
    /** dup, ifnull to the pop, areturn, pop. */
    private static final int[] RETURN = {89, 198, 0, 4, 176, 87};

    private static final int ONE_ON_STACK = 64;
    private static final int ONE_ON_STACK_FAR = 247;
    private static final int CHOP_OR_SAME_FAR_END = 251;
    private static final int FULL = 255;
    private static final int OBJECT = 7;
    private static final int UNINITIALIZED = 8;

    private final ClassFile file;
    private final AddedConstants constants;
    private final Output out = new Output();

    private LoaderEntry(ClassFile file) {
        this.file = file;
        this.constants = new AddedConstants(file.pool().count());
    }

    static boolean mayBeIn(ConstantPool pool) {
        boolean name = false;
        boolean descriptor = false;
        for (int i = 1; i < pool.count(); i++) {
            if (pool.isText(i)) {
                name = name || pool.textEquals(i, NAME);
                descriptor = descriptor || pool.textEquals(i, DESCRIPTOR);
            }
        }
        return name && descriptor;
    }

    /** The class with the call of the hook; null if it has no such method. */
    static byte[] patch(byte[] original) {
        ClassFile file = new ClassFile(original, new ConstantPool(original));
        int method = file.method(NAME, DESCRIPTOR);
        if (method == 0 || (file.shortAt(method) & STATIC) != 0) {
            return null;
        }
        int attribute = file.attribute(method + 6, "Code");
        if (attribute == 0 || file.intAt(attribute + 10) > LONGEST) {
            return null;
        }
        return new LoaderEntry(file).rewrite(attribute);
    }

    private byte[] rewrite(int attribute) {
        writeCode(attribute + 6);
        byte[] body = out.toByteArray();
        byte[] added = constants.toByteArray();
        int poolEnd = file.pool().end();
        int end = file.behindAttribute(attribute);
        Output result = new Output();
        result.write(file.code(), 0, 8);
        result.writeShort(constants.count());
        result.write(file.code(), 10, poolEnd - 10);
        result.write(added, 0, added.length);
        result.write(file.code(), poolEnd, attribute + 2 - poolEnd);
        result.writeInt(body.length);
        result.write(body, 0, body.length);
        result.write(file.code(), end, file.code().length - end);
        return result.toByteArray();
    }

    private void writeCode(int start) {
        int length = file.intAt(start + 4);
        out.writeShort(Math.max(file.shortAt(start), 2));
        out.writeShort(file.shortAt(start + 2));
        out.writeInt(length + SHIFT);
        write(CALL);
        out.writeShort(constants.method(constants.type(HOOKS), HOOK, HOOK_DESCRIPTOR));
        write(RETURN);
        out.write(file.code(), start + 8, length);
        int at = start + 8 + length;
        int handlers = file.shortAt(at);
        out.writeShort(handlers);
        at += 2;
        for (int i = 0; i < handlers; i++) {
            writeMoved(at);
            writeMoved(at + 2);
            writeMoved(at + 4);
            out.writeShort(file.shortAt(at + 6));
            at += 8;
        }
        writeAttributes(at);
    }

    private void writeAttributes(int counted) {
        boolean needsFrame = file.shortAt(6) > WITHOUT_FRAMES && file.attribute(counted, "StackMapTable") == 0;
        int count = file.shortAt(counted);
        out.writeShort(needsFrame ? count + 1 : count);
        int at = counted + 2;
        for (int i = 0; i < count; i++) {
            writeAttribute(at);
            at = file.behindAttribute(at);
        }
        if (needsFrame) {
            out.writeShort(constants.text("StackMapTable"));
            out.writeInt(2 + 4);
            out.writeShort(1);
            writeFrame();
        }
    }

    private void writeAttribute(int at) {
        int end = file.behindAttribute(at);
        switch (file.pool().text(file.shortAt(at))) {
            case "StackMapTable" -> {
                out.writeShort(file.shortAt(at));
                out.writeInt(file.intAt(at + 2) + 4);
                out.writeShort(file.shortAt(at + 6) + 1);
                writeFrame();
                writeFrames(at + 8, file.shortAt(at + 6));
            }
            case "LineNumberTable" -> {
                out.write(file.code(), at, 8);
                for (int i = at + 8; i < end; i += 4) {
                    writeFromStart(i);
                    out.writeShort(file.shortAt(i + 2));
                }
            }
            case "LocalVariableTable", "LocalVariableTypeTable" -> {
                out.write(file.code(), at, 8);
                for (int i = at + 8; i < end; i += 10) {
                    int length = file.shortAt(i + 2);
                    writeFromStart(i);
                    out.writeShort(file.shortAt(i) == 0 ? length + SHIFT : length);
                    out.write(file.code(), i + 4, 6);
                }
            }
            default -> out.write(file.code(), at, end - at);
        }
    }

    /** The frame at the pop: nothing has changed but for the class on the stack. */
    private void writeFrame() {
        out.write(ONE_ON_STACK + SHIFT - 1);
        out.write(OBJECT);
        out.writeShort(constants.type("java/lang/Class"));
    }

    private void writeFrames(int start, int count) {
        int at = start;
        for (int i = 0; i < count; i++) {
            int kind = file.byteAt(at);
            if (kind < ONE_ON_STACK) {
                at = copy(at, 1);
            } else if (kind < 2 * ONE_ON_STACK) {
                at = writeTypes(copy(at, 1), 1);
            } else if (kind == ONE_ON_STACK_FAR) {
                at = writeTypes(copy(at, 3), 1);
            } else if (kind <= CHOP_OR_SAME_FAR_END) {
                at = copy(at, 3);
            } else if (kind < FULL) {
                at = writeTypes(copy(at, 3), kind - CHOP_OR_SAME_FAR_END);
            } else {
                int locals = file.shortAt(at + 3);
                at = writeTypes(copy(at, 5), locals);
                int stack = file.shortAt(at);
                at = writeTypes(copy(at, 2), stack);
            }
        }
    }

    private int writeTypes(int start, int count) {
        int at = start;
        for (int i = 0; i < count; i++) {
            int kind = file.byteAt(at);
            if (kind == UNINITIALIZED) {
                out.write(kind);
                writeMoved(at + 1);
                at += 3;
            } else {
                at = copy(at, kind == OBJECT ? 3 : 1);
            }
        }
        return at;
    }

    private int copy(int at, int length) {
        out.write(file.code(), at, length);
        return at + length;
    }

    private void writeMoved(int at) {
        out.writeShort(file.shortAt(at) + SHIFT);
    }

    /** What begins with the method goes on doing so. */
    private void writeFromStart(int at) {
        out.writeShort(file.shortAt(at) == 0 ? 0 : file.shortAt(at) + SHIFT);
    }

    private void write(int[] instructions) {
        for (int instruction : instructions) {
            out.write(instruction);
        }
    }
}
