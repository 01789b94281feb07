package dev.hindsight.agent.patch;

/** How long the instructions of the virtual machine are, and how far they jump. */
final class Instructions {
    static final int GETSTATIC = 178;
    static final int PUTSTATIC = 179;
    static final int GETFIELD = 180;
    static final int PUTFIELD = 181;
    static final int INVOKEVIRTUAL = 182;
    static final int INVOKEINTERFACE = 185;

    private static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;
    private static final int WIDE = 196;
    private static final int IINC = 132;
    private static final int IFEQ = 153;
    private static final int GOTO = 167;
    private static final int IFNULL = 198;
    private static final int IFNONNULL = 199;
    private static final int GOTO_W = 200;

    /** For each opcode its length as a digit; those of varying length have 0. */
    private static final String LENGTHS = "11111111111111112323322222111111"
            + "11111111111111111111112222211111"
            + "11111111111111111111111111111111"
            + "11111111111111111111111111111111"
            + "11113111111111111111111113333333"
            + "33333333320011111133333335532311"
            + "3311043355";

    private Instructions() {}

    /** The length of the instruction at {@code at} of a method whose code begins at {@code start}. */
    static int length(byte[] code, int at, int start) {
        int opcode = code[at] & 0xff;
        switch (opcode) {
            case TABLESWITCH: {
                int operands = at + 4 - (at - start) % 4;
                return operands
                        + 12
                        + 4 * (ClassFile.intAt(code, operands + 8) - ClassFile.intAt(code, operands + 4) + 1)
                        - at;
            }
            case LOOKUPSWITCH: {
                int operands = at + 4 - (at - start) % 4;
                return operands + 8 + 8 * ClassFile.intAt(code, operands + 4) - at;
            }
            case WIDE:
                return (code[at + 1] & 0xff) == IINC ? 6 : 4;
            default:
                return LENGTHS.charAt(opcode) - '0';
        }
    }

    /** Whether the instruction, of a method whose code begins at {@code start}, may jump backwards. */
    static boolean jumpsBack(byte[] code, int at, int start) {
        int opcode = code[at] & 0xff;
        if (opcode != TABLESWITCH && opcode != LOOKUPSWITCH) {
            return jump(code, at) < 0;
        }
        // Among the places to go there are the keys, which may be less than nothing, too.
        for (int i = at + 4 - (at - start) % 4; i < at + length(code, at, start); i += 4) {
            if (ClassFile.intAt(code, i) < 0) {
                return true;
            }
        }
        return false;
    }

    /** How far the instruction jumps; 0 if it does not, or has a table of where to. */
    static int jump(byte[] code, int at) {
        int opcode = code[at] & 0xff;
        if (opcode >= IFEQ && opcode <= GOTO || opcode == IFNULL || opcode == IFNONNULL) {
            return (short) ClassFile.shortAt(code, at + 1);
        }
        return opcode == GOTO_W ? ClassFile.intAt(code, at + 1) : 0;
    }
}
