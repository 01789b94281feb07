package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.DLOAD;
import static org.objectweb.asm.Opcodes.DSTORE;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.DUP2_X1;
import static org.objectweb.asm.Opcodes.DUP2_X2;
import static org.objectweb.asm.Opcodes.DUP_X1;
import static org.objectweb.asm.Opcodes.DUP_X2;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.LLOAD;
import static org.objectweb.asm.Opcodes.LSTORE;
import static org.objectweb.asm.Opcodes.SWAP;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which slots of the stack and which variables hold the same value, as the instructions of a method go by: each value has a number, and
 * what is not known to be the same has another one.
 */
public final class Values {
    /** The topmost slots, the last one on top; nothing is known of those below. */
    private final List<Integer> stack = new ArrayList<>();

    private final Map<Integer, Integer> variables = new HashMap<>();
    /** Values that are small constants. */
    private final Set<Integer> small = new HashSet<>();
    /** Variables that were stored or loaded since the code was last come to from elsewhere: they may be loaded here. */
    private final Set<Integer> usable = new HashSet<>();

    private int last;

    private int another() {
        return ++last;
    }

    private int pop() {
        return stack.isEmpty() ? another() : stack.remove(stack.size() - 1);
    }

    /** The value so many slots below the top. */
    public int peek(int depth) {
        while (stack.size() <= depth) {
            stack.add(0, another());
        }
        return stack.get(stack.size() - 1 - depth);
    }

    public void pop(int slots) {
        for (int i = 0; i < slots; i++) {
            pop();
        }
    }

    /** The topmost slots, the last one on top. */
    public List<Integer> stack() {
        return new ArrayList<>(stack);
    }

    /** Values come onto the stack; those that are 0 are new. */
    public void push(List<Integer> more) {
        for (int i = 0; i < more.size(); i++) {
            stack.add(more.get(i) == 0 ? another() : more.get(i));
        }
    }

    /** Something new is on the stack. */
    public void push(int slots) {
        for (int i = 0; i < slots; i++) {
            stack.add(another());
        }
    }

    public int of(int variable) {
        Integer known = variables.get(variable);
        if (known == null) {
            known = another();
            variables.put(variable, known);
        }
        return known;
    }

    /** A variable that holds a value and may be loaded here; -1 if none is known. */
    int variable(int value) {
        for (int variable : usable) {
            if (of(variable) == value) {
                return variable;
            }
        }
        return -1;
    }

    /** Whether a value is in a variable, or in more slots of the stack than these. */
    boolean isHeld(int value, int slots) {
        int found = 0;
        for (int i = 0; i < stack.size(); i++) {
            found += stack.get(i) == value ? 1 : 0;
        }
        return found > slots || variables.containsValue(value);
    }

    /** What was pushed last is this value. */
    void is(int value) {
        pop();
        stack.add(value);
    }

    public void changed(int variable) {
        variables.remove(variable);
        usable.remove(variable);
    }

    /** A variable is loaded or stored. */
    public void use(int opcode, int variable) {
        boolean wide = opcode == LLOAD || opcode == DLOAD || opcode == LSTORE || opcode == DSTORE;
        if (opcode < ISTORE) {
            stack.add(of(variable));
            if (wide) {
                push(1);
            }
        } else if (opcode <= ASTORE) {
            // If the one before is a wide one, it cannot be loaded any more.
            if (wide) {
                pop();
                changed(variable + 1);
            }
            variables.put(variable, pop());
        }
        usable.add(variable);
    }

    /** What was pushed last is a constant from 0 to 7. */
    void isSmall() {
        small.add(peek(0));
    }

    boolean isSmall(int value) {
        return small.contains(value);
    }

    /** An instruction that only works on the stack. */
    public void compute(int opcode) {
        if (opcode >= DUP && opcode <= SWAP) {
            copy(opcode);
        } else if (Slots.areKnown(opcode)) {
            pop(Slots.taken(opcode));
            push(Slots.left(opcode));
        } else {
            stack.clear();
        }
    }

    private void copy(int opcode) {
        int one = pop();
        int two = opcode == DUP ? 0 : pop();
        switch (opcode) {
            case DUP -> add(one, one);
            case SWAP -> add(one, two);
            case DUP_X1 -> add(one, two, one);
            case DUP2 -> add(two, one, two, one);
            case DUP_X2 -> add(one, pop(), two, one);
            case DUP2_X1 -> add(two, one, pop(), two, one);
            case DUP2_X2 -> {
                int three = pop();
                add(two, one, pop(), three, two, one);
            }
            default -> throw new IllegalArgumentException("opcode " + opcode);
        }
    }

    private void add(int... values) {
        for (int value : values) {
            stack.add(value);
        }
    }

    // ---- where code comes together

    Map<Integer, Integer> variables() {
        return new HashMap<>(variables);
    }

    /**
     * The code goes on with what is known of variables. Of those that hold the same only one is kept: they need not be of the same type
     * there.
     */
    public void comeTogether(Map<Integer, Integer> known) {
        stack.clear();
        beginFrame();
        variables.clear();
        int missing = known.size();
        for (int variable = 0; missing > 0; variable++) {
            Integer value = known.get(variable);
            if (value != null) {
                missing--;
                if (!variables.containsValue(value)) {
                    variables.put(variable, value);
                }
            }
        }
    }

    /** Not all variables may be loaded from here on. */
    void beginFrame() {
        usable.clear();
    }
}
