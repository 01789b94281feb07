package dev.hindsight.agent.patch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where the constants of a class file lie. */
public final class ConstantPool {
    private static final int TEXT = 1;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int HANDLE = 15;
    private static final int CALL_SITE = 18;

    private final byte[] code;
    private final int[] offsets;
    private final int end;

    public ConstantPool(byte[] code) {
        this.code = code;
        this.offsets = new int[shortAt(8)];
        int at = 10;
        for (int i = 1; i < offsets.length; i++) {
            offsets[i] = at;
            switch (code[at]) {
                case TEXT -> at += 3 + shortAt(at + 1);
                case 5, 6 -> {
                    at += 9;
                    i++;
                }
                case 7, 8, 16, 19, 20 -> at += 3;
                case HANDLE -> at += 4;
                default -> at += 5;
            }
        }
        this.end = at;
    }

    public int count() {
        return offsets.length;
    }

    /** Behind the last constant. */
    int end() {
        return end;
    }

    int offset(int index) {
        return offsets[index];
    }

    boolean isText(int index) {
        return offsets[index] != 0 && code[offsets[index]] == TEXT;
    }

    boolean isField(int index) {
        return offsets[index] != 0 && code[offsets[index]] == FIELD;
    }

    public boolean isMethod(int index) {
        return offsets[index] != 0 && (code[offsets[index]] == METHOD || code[offsets[index]] == INTERFACE_METHOD);
    }

    boolean isHandle(int index) {
        return offsets[index] != 0 && code[offsets[index]] == HANDLE;
    }

    /** Whether the constant is a call site that is linked when it is reached. */
    boolean isCallSite(int index) {
        return offsets[index] != 0 && code[offsets[index]] == CALL_SITE;
    }

    /** The text that names the class itself. */
    int itself() {
        return first(shortAt(end + 2));
    }

    /** The internal name of the class. */
    public String name() {
        return text(itself());
    }

    /** The text that names the superclass; 0 if there is none. */
    int superclass() {
        int index = shortAt(end + 4);
        return index == 0 ? 0 : first(index);
    }

    /** The names of the class's superclass and interfaces, as {@link Class#getName} would give them. */
    public List<String> supertypes() {
        List<String> names = new ArrayList<>();
        if (superclass() != 0) {
            names.add(text(superclass()).replace('/', '.'));
        }
        for (int i = 0; i < shortAt(end + 6); i++) {
            names.add(text(first(shortAt(end + 8 + 2 * i))).replace('/', '.'));
        }
        return names;
    }

    int handleTarget(int index) {
        return shortAt(offsets[index] + 2);
    }

    /** The first index that the constant refers to. */
    public int first(int index) {
        return shortAt(offsets[index] + 1);
    }

    public int second(int index) {
        return shortAt(offsets[index] + 3);
    }

    boolean textEquals(int index, String text) {
        return shortAt(offsets[index] + 1) == text.length() && textStarts(index, text);
    }

    boolean sameText(int one, int other) {
        return one == other || Arrays.equals(code, offsets[one], textEnd(one), code, offsets[other], textEnd(other));
    }

    private int textEnd(int index) {
        return offsets[index] + 3 + shortAt(offsets[index] + 1);
    }

    boolean textStarts(int index, String text) {
        int at = offsets[index];
        if (shortAt(at + 1) < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (code[at + 3 + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public String text(int index) {
        int at = offsets[index];
        return new String(code, at + 3, shortAt(at + 1), StandardCharsets.UTF_8);
    }

    private int shortAt(int at) {
        return ClassFile.shortAt(code, at);
    }
}
