package dev.hindsight.agent.patch;

/**
 * Tells which methods of a class may get hooks for turns. Most get none, and need not be taken apart and put together again. A
 * look at its bytes, which may say yes too often.
 */
public final class TurnSites {
    private static final String[] CALLS = {
        "wait", "notify", "notifyAll", "park", "unpark", "yield", "onSpinWait", "isAlive", "alive", "interrupt0"
    };
    /** What code that handles the end of the stack names. */
    private static final String[] ENDS = {
        "java/lang/StackOverflowError", "java/lang/VirtualMachineError", "java/lang/Error", "java/lang/Throwable"
    };
    /** How long an entry of the table of handlers is, and where in it stands what is handled. */
    private static final int HANDLER = 8;

    private static final int HANDLED = 6;
    private static final int STATIC = 0x8;
    private static final int SYNCHRONIZED = 0x20;
    private static final int MONITORENTER = 194;
    private static final int IASTORE = 79;
    private static final int SASTORE = 86;

    private final ConstantPool pool;
    private final ClassFile file;
    private final Polls polls;

    private TurnSites(byte[] content, Polls polls) {
        this.pool = new ConstantPool(content);
        this.file = new ClassFile(content, pool);
        this.polls = polls;
    }

    /**
     * For each method, in the order of the class file, whether it may get hooks; null if none does.
     *
     * @param polls where a running thread can be made to wait
     */
    public static boolean[] of(byte[] content, Polls polls) {
        return new TurnSites(content, polls).find();
    }

    /** Whether a handler of exceptions of this type is one of the end of the stack. */
    public static boolean endsStack(String type) {
        for (String end : ENDS) {
            if (type.equals(end)) {
                return true;
            }
        }
        return false;
    }

    private boolean[] find() {
        int[] methods = file.eachMethod();
        boolean[] sites = new boolean[methods.length];
        boolean found = false;
        for (int i = 0; i < sites.length; i++) {
            sites[i] = isSite(methods[i]);
            found = found || sites[i];
        }
        return found ? sites : null;
    }

    private boolean isSite(int method) {
        int access = file.shortAt(method);
        int name = file.shortAt(method + 2);
        boolean begins = (access & STATIC) == 0
                && pool.textEquals(name, "run")
                && pool.textEquals(file.shortAt(method + 4), "()V");
        boolean pinned = polls.compareTo(Polls.EVERYWHERE) >= 0 && pool.textEquals(name, "<clinit>");
        int code = file.codeOf(method);
        return begins
                || pinned
                || (access & SYNCHRONIZED) != 0
                || code != 0
                        && (isSite(method, code + ClassFile.CODE, file.codeLength(code))
                                || polls != Polls.NOWHERE && handlesEnd(code + ClassFile.CODE + file.codeLength(code)));
    }

    /**
     * Whether a method may handle the end of the stack.
     *
     * @param handlers where the number of its handlers stands
     */
    private boolean handlesEnd(int handlers) {
        int at = handlers + 2;
        for (int i = 0; i < file.shortAt(handlers); i++) {
            int handled = file.shortAt(at + HANDLED);
            for (String end : ENDS) {
                if (handled != 0 && pool.textEquals(pool.first(handled), end)) {
                    return true;
                }
            }
            at += HANDLER;
        }
        return false;
    }

    private boolean isSite(int method, int start, int length) {
        for (int at = start; at < start + length; at += Instructions.length(file.code(), at, start)) {
            int opcode = file.byteAt(at);
            if (polls == Polls.BEFORE_ACCESSES && accesses(opcode)) {
                return true;
            } else if (opcode >= Instructions.INVOKEVIRTUAL && opcode <= Instructions.INVOKEINTERFACE) {
                if (calls(method, file.shortAt(at + 1))) {
                    return true;
                }
            } else if (opcode == Instructions.PUTSTATIC || opcode == Instructions.PUTFIELD) {
                if (isLooked(opcode) && isRead(file.shortAt(at + 1), start, length)) {
                    return true;
                }
            } else if (opcode == MONITORENTER
                    || polls != Polls.NOWHERE && Instructions.jumpsBack(file.code(), at, start)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an instruction may see or change what other threads do. */
    private static boolean accesses(int opcode) {
        return opcode >= Instructions.GETSTATIC && opcode <= Instructions.INVOKEINTERFACE
                || opcode >= IASTORE && opcode <= SASTORE;
    }

    /** Whether a call makes threads wait or go on, or is one of the method by itself. */
    private boolean calls(int method, int called) {
        int name = pool.first(pool.second(called));
        for (String call : CALLS) {
            if (pool.textEquals(name, call)) {
                return true;
            }
        }
        return polls.compareTo(Polls.EVERYWHERE) >= 0
                && pool.sameText(name, file.shortAt(method + 2))
                && pool.sameText(pool.second(pool.second(called)), file.shortAt(method + 4));
    }

    /** Whether there are polls before fields are written in this way. */
    private boolean isLooked(int opcode) {
        return polls == Polls.BEFORE_WRITES || polls == Polls.EVERYWHERE && opcode == Instructions.PUTSTATIC;
    }

    /** Whether a method reads a field that it writes; one of another class with the same name will do. */
    private boolean isRead(int field, int start, int length) {
        int name = pool.first(pool.second(field));
        for (int at = start; at < start + length; at += Instructions.length(file.code(), at, start)) {
            int opcode = file.byteAt(at);
            if ((opcode == Instructions.GETSTATIC || opcode == Instructions.GETFIELD)
                    && pool.sameText(name, pool.first(pool.second(file.shortAt(at + 1))))) {
                return true;
            }
        }
        return false;
    }
}
