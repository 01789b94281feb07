package dev.hindsight.agent.patch;

/** Finds its way through the bytes of a class. */
final class ClassFile {
    /** From the beginning of a method's code, an attribute, to its first instruction. */
    static final int CODE = 14;

    private final byte[] code;
    private final ConstantPool pool;

    ClassFile(byte[] code, ConstantPool pool) {
        this.code = code;
        this.pool = pool;
    }

    byte[] code() {
        return code;
    }

    ConstantPool pool() {
        return pool;
    }

    /** The constant that is the class itself. */
    int self() {
        return shortAt(pool.end() + 2);
    }

    /** Where the number of fields stands. */
    int fields() {
        int at = pool.end() + 6;
        return at + 2 + 2 * shortAt(at);
    }

    /** Where the number of methods stands. */
    int methods() {
        int at = fields();
        int fields = shortAt(at);
        at += 2;
        for (int i = 0; i < fields; i++) {
            at = behindMember(at);
        }
        return at;
    }

    /** Where each field is. */
    int[] eachField() {
        return eachMember(fields());
    }

    /** Where each method is. */
    int[] eachMethod() {
        return eachMember(methods());
    }

    private int[] eachMember(int counted) {
        int at = counted;
        int[] each = new int[shortAt(at)];
        at += 2;
        for (int i = 0; i < each.length; i++) {
            each[i] = at;
            at = behindMember(at);
        }
        return each;
    }

    /** Where the code of a method is; 0 if it has none. */
    int codeOf(int method) {
        return attribute(method + 6, "Code");
    }

    /** How long the instructions of a method are. */
    int codeLength(int code) {
        return intAt(code + 10);
    }

    /** Where the number of the class's attributes stands. */
    int attributes() {
        int at = methods();
        int count = shortAt(at);
        at += 2;
        for (int i = 0; i < count; i++) {
            at = behindMember(at);
        }
        return at;
    }

    /** Where this method is; 0 if the class does not declare it. */
    int method(String name, String descriptor) {
        for (int at : eachMethod()) {
            if (pool.textEquals(shortAt(at + 2), name) && pool.textEquals(shortAt(at + 4), descriptor)) {
                return at;
            }
        }
        return 0;
    }

    int behindMember(int member) {
        int count = shortAt(member + 6);
        int at = member + 8;
        for (int i = 0; i < count; i++) {
            at = behindAttribute(at);
        }
        return at;
    }

    int behindAttribute(int attribute) {
        return attribute + 6 + intAt(attribute + 2);
    }

    /**
     * Where the attribute of this name is; 0 if there is none.
     *
     * @param counted where the number of attributes stands
     */
    int attribute(int counted, String name) {
        int at = counted + 2;
        for (int i = 0; i < shortAt(counted); i++) {
            if (pool.textEquals(shortAt(at), name)) {
                return at;
            }
            at = behindAttribute(at);
        }
        return 0;
    }

    int byteAt(int at) {
        return code[at] & 0xff;
    }

    int shortAt(int at) {
        return shortAt(code, at);
    }

    int intAt(int at) {
        return intAt(code, at);
    }

    static int shortAt(byte[] code, int at) {
        return (code[at] & 0xff) << 8 | code[at + 1] & 0xff;
    }

    static int intAt(byte[] code, int at) {
        return shortAt(code, at) << 16 | shortAt(code, at + 2);
    }
}
