package dev.hindsight.agent.rewrite;

/** How many slots of the stack instructions take and leave there, but for those of which it depends on more than the opcode. */
final class Slots {
    /** By opcode; a dot if it depends. */
    private static final String TAKEN = "000000000000000000...00000....................2222"
            + "222212121....................3434333312.......2424"
            + "24242424242424241212232323242424011122211122211142"
            + "2441111112222222200011121210.........011111111..11";

    private static final String LEFT = "011111111221112211...12121....................1212"
            + "111100000....................0000000000.......1212"
            + "12121212121212121212121212121212021211212212111111"
            + "1110000000000000001000000000.........111101100..00";

    private Slots() {}

    /** Whether the opcode tells. */
    static boolean areKnown(int opcode) {
        return opcode < TAKEN.length() && TAKEN.charAt(opcode) != '.';
    }

    static int taken(int opcode) {
        return TAKEN.charAt(opcode) - '0';
    }

    static int left(int opcode) {
        return LEFT.charAt(opcode) - '0';
    }
}
