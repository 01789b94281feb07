package dev.hindsight.agent.patch;

/**
 * Tells whether a class may wait for another thread by looking again and again: it has a loop that calls nothing of the
 * program, in which a thread would come to a place to wait, and that looks at something other threads change. A look at its
 * bytes, which may say yes too often.
 */
public final class SpinUse {
    private static final int VOLATILE = 0x40;
    private static final int ASTORE = 58;
    private static final int ASTORE_0 = 75;
    private static final int SASTORE = 86;

    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String HANDLE = "java/lang/invoke/VarHandle";
    private static final String[] JDK = {"java/", "javax/", "jdk/", "sun/", "["};

    private final ConstantPool pool;
    private final ClassFile file;

    private SpinUse(byte[] content) {
        pool = new ConstantPool(content);
        file = new ClassFile(content, pool);
    }

    public static boolean isIn(byte[] content) {
        return new SpinUse(content).isFound();
    }

    private boolean isFound() {
        if (!mayLook()) {
            return false;
        }
        for (int method : file.eachMethod()) {
            int code = file.codeOf(method);
            if (code != 0 && spins(code + ClassFile.CODE, file.codeLength(code))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the class knows anything that other threads may change; most do not, and need no closer look. */
    private boolean mayLook() {
        for (int i = 1; i < pool.count(); i++) {
            if (pool.isField(i) ? isVolatile(i) || isElsewhere(i) : pool.isMethod(i) && looks(owner(i))) {
                return true;
            }
        }
        return false;
    }

    private boolean spins(int start, int length) {
        for (int at = start; at < start + length; at += Instructions.length(file.code(), at, start)) {
            int distance = Instructions.jump(file.code(), at);
            if (distance < 0 && isSpin(start, at + distance, at)) {
                return true;
            }
        }
        return false;
    }

    private boolean isSpin(int start, int from, int to) {
        boolean looks = false;
        boolean looksElsewhere = false;
        boolean works = false;
        for (int at = from; at < to; at += Instructions.length(file.code(), at, start)) {
            int opcode = file.byteAt(at);
            if (opcode == Instructions.GETSTATIC || opcode == Instructions.GETFIELD) {
                int field = file.shortAt(at + 1);
                looks = looks || isVolatile(field);
                looksElsewhere = looksElsewhere || isElsewhere(field);
            } else if (opcode >= Instructions.INVOKEVIRTUAL && opcode <= Instructions.INVOKEINTERFACE) {
                int owner = owner(file.shortAt(at + 1));
                if (!isOfJdk(owner)) {
                    return false;
                }
                looks = looks || looks(owner);
                works = true;
            } else {
                works = works || stores(opcode);
            }
        }
        return looks || looksElsewhere && !works;
    }

    /** Whether an instruction stores something other than a number in a local variable. */
    private static boolean stores(int opcode) {
        return opcode == ASTORE
                || opcode >= ASTORE_0 && opcode <= SASTORE
                || opcode == Instructions.PUTSTATIC
                || opcode == Instructions.PUTFIELD;
    }

    private int owner(int member) {
        return pool.first(pool.first(member));
    }

    private boolean looks(int owner) {
        return pool.textStarts(owner, CONCURRENT) || pool.textStarts(owner, HANDLE);
    }

    private boolean isOfJdk(int owner) {
        for (String prefix : JDK) {
            if (pool.textStarts(owner, prefix)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a field is of another class of the program, of which nothing is known here. Only loops that do nothing else are
     * taken to wait for it. Compilers write each constant once.
     */
    private boolean isElsewhere(int field) {
        return pool.first(field) != file.self() && !isOfJdk(owner(field));
    }

    private boolean isVolatile(int field) {
        if (pool.first(field) != file.self()) {
            return false;
        }
        int name = pool.first(pool.second(field));
        int at = file.fields();
        int count = file.shortAt(at);
        at += 2;
        for (int i = 0; i < count; i++) {
            if ((file.shortAt(at) & VOLATILE) != 0 && file.shortAt(at + 2) == name) {
                return true;
            }
            at = file.behindMember(at);
        }
        return false;
    }
}
