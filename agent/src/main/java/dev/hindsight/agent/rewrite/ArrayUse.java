package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.AALOAD;
import static org.objectweb.asm.Opcodes.AASTORE;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARRAYLENGTH;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.DASTORE;
import static org.objectweb.asm.Opcodes.DSTORE;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.DUP2_X1;
import static org.objectweb.asm.Opcodes.DUP2_X2;
import static org.objectweb.asm.Opcodes.DUP_X1;
import static org.objectweb.asm.Opcodes.DUP_X2;
import static org.objectweb.asm.Opcodes.IADD;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.IINC;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.ISUB;
import static org.objectweb.asm.Opcodes.JSR;
import static org.objectweb.asm.Opcodes.LASTORE;
import static org.objectweb.asm.Opcodes.LOOKUPSWITCH;
import static org.objectweb.asm.Opcodes.LSTORE;
import static org.objectweb.asm.Opcodes.MONITOREXIT;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.SALOAD;
import static org.objectweb.asm.Opcodes.SASTORE;
import static org.objectweb.asm.Opcodes.SWAP;
import static org.objectweb.asm.Opcodes.TABLESWITCH;

import dev.hindsight.agent.rewrite.CountedLoops.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Which arrays a loop reads and writes, if that can be told before it begins: arrays in variables that the loop does not change,
 * and arrays that are elements of these, at places that it does not change. The instructions of the loop are followed with a
 * stack of what is known about each slot.
 */
final class ArrayUse {
    /** How many arrays are looked at together. */
    private static final int AT_ONCE = 4;

    private static final String USE_ALL =
            "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;I)V";

    /** What is known about a slot: a variable, a number, or an element of an array. */
    private static final class Value {
        /** The variable; -1 for a number. */
        final int variable;
        /** What is added to an int, or a number itself. */
        final int added;
        /** Of an element, the variable of the array and the place in it; null for others. */
        final Value place;

        Value(int variable, int added, Value place) {
            this.variable = variable;
            this.added = added;
            this.place = place;
        }

        boolean isSame(Value other) {
            boolean same = variable == other.variable && added == other.added;
            return same && (place == null ? other.place == null : other.place != null && place.isSame(other.place));
        }
    }

    /** An array of which is known before the loop what the loop does with it. */
    static final class Use {
        private final Value array;
        private boolean writes;
        /** What is added to the variable that counts, at least and at most, where an element is used; null if any may be. */
        private int[] range;

        private Use(Value array, boolean writes, int[] range) {
            this.array = array;
            this.writes = writes;
            this.range = range;
        }

        private void join(boolean alsoWrites, int at) {
            writes = writes || alsoWrites;
            range[0] = Math.min(range[0], at);
            range[1] = Math.max(range[1], at);
        }

        /** Writes code that leaves the array on the stack, or null if there will be none. */
        private void write(MethodVisitor target) {
            target.visitVarInsn(ALOAD, array.variable);
            if (array.place != null) {
                if (array.place.variable < 0) {
                    target.visitLdcInsn(array.place.added);
                } else {
                    target.visitVarInsn(ILOAD, array.place.variable);
                    target.visitLdcInsn(array.place.added);
                    target.visitInsn(IADD);
                }
                Needs.ask(target, "row", "([Ljava/lang/Object;I)Ljava/lang/Object;");
            }
        }
    }

    /**
     * Writes code that looks whether arrays may be used. If one look is not enough for all, all are looked at again: who has to wait
     * for its turn for one may lose another meanwhile; the second time, it has its turn. Those of which only parts are used come last: two
     * arrays may be one to those who look, and to take all of one would take parts away.
     *
     * @param length a variable with the loop's length
     */
    static void write(List<Use> uses, CountedLoops.Limit limit, int length, MethodVisitor target) {
        List<Use> whole = new ArrayList<>();
        List<Use> parts = new ArrayList<>();
        for (int i = 0; i < uses.size(); i++) {
            (uses.get(i).range == null ? whole : parts).add(uses.get(i));
        }
        int looks = whole.size() <= AT_ONCE && parts.isEmpty() || uses.size() == 1 ? 1 : 2;
        for (int look = 0; look < looks; look++) {
            for (int from = 0; from < whole.size(); from += AT_ONCE) {
                writeWhole(whole, from, target);
            }
            for (int i = 0; i < parts.size(); i++) {
                Use use = parts.get(i);
                use.write(target);
                limit.writeEnd(target, false, length);
                limit.writeEnd(target, true, length);
                target.visitLdcInsn(use.range[0]);
                target.visitLdcInsn(use.range[1]);
                Needs.ask(target, use.writes ? "writeRange" : "readRange", "(Ljava/lang/Object;IIII)V");
            }
        }
    }

    private static void writeWhole(List<Use> uses, int from, MethodVisitor target) {
        int writes = 0;
        for (int i = from; i < from + AT_ONCE; i++) {
            if (i < uses.size()) {
                uses.get(i).write(target);
                writes |= uses.get(i).writes ? 1 << i - from : 0;
            } else {
                target.visitInsn(ACONST_NULL);
            }
        }
        target.visitLdcInsn(writes);
        Needs.ask(target, "useAll", USE_ALL);
    }

    static boolean haveRanges(List<Use> uses) {
        for (int i = 0; i < uses.size(); i++) {
            if (uses.get(i).range != null) {
                return true;
            }
        }
        return false;
    }

    private final List<Instruction> code;
    private final int head;
    private final int end;
    /** The variable that counts, from where the loop begins to its limit; -1 if it is not known which numbers it is. */
    private final int counter;

    private final List<Value> stack = new ArrayList<>();
    private final List<Use> uses = new ArrayList<>();

    private ArrayUse(List<Instruction> code, int head, int end, int counter) {
        this.code = code;
        this.head = head;
        this.end = end;
        this.counter = counter;
    }

    /**
     * Whether a loop has no other one inside, and is entered only where it begins.
     *
     * @param places where labels are
     * @param handlers where exceptions lead to
     */
    static boolean isAlone(List<Instruction> code, Map<Label, Integer> places, Set<Label> handlers, int head, int end) {
        for (int at = 0; at < code.size(); at++) {
            Instruction each = code.get(at);
            if (each.opcode == TABLESWITCH || each.opcode == LOOKUPSWITCH) {
                // Where these lead to is not known here.
                return false;
            }
            int to = each.target == null || at == end ? -1 : places.get(each.target);
            boolean inside = at >= head && at < end;
            if (to >= 0 && (inside ? to <= at : to >= head && to <= end)) {
                return false;
            }
        }
        for (Label handler : handlers) {
            int to = places.get(handler);
            if (to >= head && to <= end) {
                return false;
            }
        }
        return true;
    }

    /**
     * The arrays of a loop; null if they are not known, if there are none, or if the loop has other things that need a turn.
     *
     * @param targets where jumps lead to
     */
    static List<Use> of(List<Instruction> code, int head, int end, boolean[] targets, CountedLoops.Limit limit) {
        int counter = limit.isFixed(code, head, end) ? limit.variable() : -1;
        ArrayUse loop = new ArrayUse(code, head, end, counter);
        for (int at = head; at <= end; at++) {
            if (targets[at]) {
                loop.stack.clear();
            }
            if (!loop.follow(code.get(at))) {
                return null;
            }
        }
        return loop.uses.isEmpty() ? null : loop.uses;
    }

    private void push(int count) {
        for (int i = 0; i < count; i++) {
            stack.add(null);
        }
    }

    private void pop(int count) {
        for (int i = 0; i < count; i++) {
            pop();
        }
    }

    private Value pop() {
        return stack.isEmpty() ? null : stack.remove(stack.size() - 1);
    }

    /** Whether an instruction is one of those that are known. */
    private boolean follow(Instruction each) {
        int opcode = each.opcode;
        if (each.isNumber()) {
            stack.add(new Value(-1, each.number, null));
        } else if (each.sized) {
            pop(each.number);
            push(each.increment);
        } else if (opcode == ALOAD || opcode == ILOAD) {
            boolean known = each.number == counter || !isChanged(code, head, end, each.number);
            stack.add(known ? new Value(each.number, 0, null) : null);
        } else if (opcode == IADD || opcode == ISUB) {
            stack.add(sum(pop(), pop(), opcode == IADD));
        } else if (opcode >= DUP && opcode <= SWAP) {
            copy(opcode);
        } else if (opcode >= IALOAD && opcode <= SALOAD) {
            return read(opcode);
        } else if (opcode >= IASTORE && opcode <= SASTORE) {
            return write(opcode);
        } else if (!Slots.areKnown(opcode) || isUnusual(opcode)) {
            return false;
        } else {
            pop(Slots.taken(opcode));
            push(Slots.left(opcode));
        }
        return true;
    }

    /** Whether an instruction leaves the method, makes or names objects, or enters a monitor. */
    private static boolean isUnusual(int opcode) {
        return opcode >= JSR && opcode <= RETURN || opcode >= NEW && opcode <= MONITOREXIT && opcode != ARRAYLENGTH;
    }

    /** Whether the loop stores something else in a variable. */
    static boolean isChanged(List<Instruction> code, int head, int end, int variable) {
        for (int at = head; at <= end; at++) {
            Instruction each = code.get(at);
            boolean stores = each.opcode >= ISTORE && each.opcode <= ASTORE || each.opcode == IINC;
            boolean wide = each.opcode == LSTORE || each.opcode == DSTORE;
            if (stores && (each.number == variable || wide && each.number + 1 == variable)) {
                return true;
            }
        }
        return false;
    }

    /** Of the last operand and the one before, if one is a number. */
    private static Value sum(Value last, Value first, boolean adds) {
        if (last == null || first == null || first.place != null || last.place != null || last.variable >= 0) {
            return null;
        }
        return new Value(first.variable, adds ? first.added + last.added : first.added - last.added, null);
    }

    private boolean read(int opcode) {
        Value index = pop();
        Value array = pop();
        if (!uses(array, index, false)) {
            return false;
        }
        boolean known = opcode == AALOAD
                && array.place == null
                && index != null
                && index.place == null
                && (index.variable < 0 || index.variable != counter);
        stack.add(known ? new Value(array.variable, 0, index) : null);
        if (Slots.left(opcode) == 2) {
            stack.add(null);
        }
        return true;
    }

    private boolean write(int opcode) {
        pop(opcode == LASTORE || opcode == DASTORE ? 2 : 1);
        Value index = pop();
        Value array = pop();
        // What is stored could be one of the arrays that are used.
        return opcode != AASTORE && uses(array, index, true);
    }

    /** Whether it is known which array is used; and, if it is written and not an element of another one, which part of it. */
    private boolean uses(Value array, Value index, boolean writes) {
        if (array == null || array.variable < 0 || array.variable == counter) {
            return false;
        }
        boolean counts = array.place == null && index != null && index.place == null && index.variable == counter;
        if (!counts || counter < 0) {
            Use use = find(array, false);
            if (use == null) {
                use = new Use(array, writes, null);
                uses.add(use);
            }
            use.writes = use.writes || writes;
            return array.place != null || !writes;
        }
        Use use = find(array, true);
        if (use == null) {
            use = new Use(array, writes, new int[] {index.added, index.added});
            uses.add(use);
        }
        use.join(writes, index.added);
        return true;
    }

    private Use find(Value array, boolean inParts) {
        for (int i = 0; i < uses.size(); i++) {
            Use use = uses.get(i);
            if (use.array.isSame(array) && use.range != null == inParts) {
                return use;
            }
        }
        return null;
    }

    private void copy(int opcode) {
        Value one = pop();
        if (opcode == DUP) {
            add(one, one);
        } else if (opcode == SWAP) {
            Value two = pop();
            add(one, two);
        } else if (opcode == DUP_X1) {
            Value two = pop();
            add(one, two, one);
        } else if (opcode == DUP_X2) {
            Value two = pop();
            Value three = pop();
            add(one, three, two, one);
        } else if (opcode == DUP2) {
            Value two = pop();
            add(two, one, two, one);
        } else if (opcode == DUP2_X1) {
            Value two = pop();
            Value three = pop();
            add(two, one, three, two, one);
        } else if (opcode == DUP2_X2) {
            Value two = pop();
            Value three = pop();
            Value four = pop();
            add(two, one, four, three, two, one);
        }
    }

    private void add(Value... values) {
        for (Value value : values) {
            stack.add(value);
        }
    }
}
