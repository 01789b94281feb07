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
import static org.objectweb.asm.Opcodes.ICONST_0;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.IINC;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.IMUL;
import static org.objectweb.asm.Opcodes.IOR;
import static org.objectweb.asm.Opcodes.ISHL;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.ISUB;
import static org.objectweb.asm.Opcodes.JSR;
import static org.objectweb.asm.Opcodes.LASTORE;
import static org.objectweb.asm.Opcodes.LDC;
import static org.objectweb.asm.Opcodes.LOOKUPSWITCH;
import static org.objectweb.asm.Opcodes.LSTORE;
import static org.objectweb.asm.Opcodes.MONITOREXIT;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.POP;
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
            "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;I)Z";

    /** How many there are at most. */
    private static final int MOST = 12;

    private static final int LONGEST_SUM = 8;

    /** What is known about a slot: a number, a variable with an array, or an element of that, which is an array again. */
    private static final class Value {
        /** Null for arrays. */
        final Sum number;

        final int variable;
        /** Where in the variable's array the element is; null for the array itself. */
        final Sum place;

        Value(Sum number) {
            this(number, -1, null);
        }

        Value(Sum number, int variable, Sum place) {
            this.number = number;
            this.variable = variable;
            this.place = place;
        }

        boolean isSame(Value other) {
            boolean same = variable == other.variable;
            return same && (place == null ? other.place == null : other.place != null && place.isSame(other.place));
        }

        /** Writes code that leaves the array on the stack, or null if there will be none. */
        void write(MethodVisitor target) {
            target.visitVarInsn(ALOAD, variable);
            if (place != null) {
                place.writeRest(target);
                target.visitLdcInsn(place.added);
                target.visitInsn(IADD);
                Needs.ask(target, "row", "([Ljava/lang/Object;I)Ljava/lang/Object;");
            }
        }
    }

    /** A number: what the loop counts with, maybe, what it does not change, and a constant. */
    private static final class Sum {
        final boolean counts;
        /** Code for what the loop does not change: numbers, variables and what is computed from them without fail; empty for 0. */
        final List<Instruction> rest;

        final int added;

        Sum(boolean counts, List<Instruction> rest, int added) {
            this.counts = counts;
            this.rest = rest;
            this.added = added;
        }

        boolean isSame(Sum other) {
            return added == other.added && differsByNumber(other);
        }

        boolean differsByNumber(Sum other) {
            if (counts != other.counts || rest.size() != other.rest.size()) {
                return false;
            }
            for (int i = 0; i < rest.size(); i++) {
                if (!rest.get(i).is(other.rest.get(i).opcode, other.rest.get(i).number)) {
                    return false;
                }
            }
            return true;
        }

        void writeRest(MethodVisitor target) {
            if (rest.isEmpty()) {
                target.visitInsn(ICONST_0);
            }
            for (int i = 0; i < rest.size(); i++) {
                rest.get(i).write(target);
            }
        }

        /** With another one, which comes last; null if that is not known. */
        Sum with(Sum last, int opcode) {
            boolean sums = opcode == IADD || opcode == ISUB;
            if (counts && last.counts || last.counts && opcode == ISUB || !sums && (counts || last.counts)) {
                return null;
            }
            List<Instruction> both = new ArrayList<>();
            if (sums && last.rest.isEmpty()) {
                both.addAll(rest);
            } else if (opcode == IADD && rest.isEmpty()) {
                both.addAll(last.rest);
            } else {
                addTo(both, !sums);
                last.addTo(both, !sums);
                both.add(new Instruction(opcode, 0, 0));
            }
            if (both.size() > LONGEST_SUM) {
                return null;
            }
            int number = !sums ? 0 : opcode == IADD ? added + last.added : added - last.added;
            return new Sum(counts || last.counts, both, number);
        }

        private void addTo(List<Instruction> all, boolean whole) {
            all.addAll(rest);
            if (rest.isEmpty() || whole && added != 0) {
                Instruction number = new Instruction(LDC, whole ? added : 0, 0);
                all.add(number);
                if (!rest.isEmpty()) {
                    all.add(new Instruction(IADD, 0, 0));
                }
            }
        }
    }

    /** An array of which is known before the loop what the loop does with it. */
    static final class Use {
        private final Value array;
        private boolean writes;
        /** Of the elements that are used, one; null if it may be any. */
        private final Sum place;
        /** What is added to it for others, at least and at most. */
        private int least;

        private int most;

        private Use(Value array, Sum place) {
            this.array = array;
            this.place = place;
            this.least = place == null ? 0 : place.added;
            this.most = least;
        }

        private void join(boolean alsoWrites, Sum at) {
            writes = writes || alsoWrites;
            if (place != null) {
                least = Math.min(least, at.added);
                most = Math.max(most, at.added);
            }
        }

        private void writeRange(CountedLoops.Limit limit, int length, MethodVisitor target) {
            array.write(target);
            if (place.counts) {
                limit.writeEnd(target, false, length);
                limit.writeEnd(target, true, length);
            } else {
                target.visitInsn(ICONST_0);
                target.visitInsn(ICONST_0);
            }
            place.writeRest(target);
            target.visitLdcInsn(least);
            target.visitLdcInsn(most);
            Needs.ask(target, writes ? "writeRange" : "readRange", "(Ljava/lang/Object;IIIII)Z");
        }
    }

    /**
     * Writes code that looks whether arrays may be used. If one look is not enough for all, and the thread had to wait for its turn, all
     * are looked at again: it may have lost one meanwhile; the second time, it has its turn. Those of which only parts are used come last: two
     * arrays may be one to those who look, and to take all of one would take parts away.
     *
     * @param length a variable with the loop's length
     * @param loop where the loop begins, behind this code
     */
    static void write(List<Use> uses, CountedLoops.Limit limit, int length, Label loop, MethodVisitor target) {
        List<Use> whole = new ArrayList<>();
        List<Use> parts = new ArrayList<>();
        for (int i = 0; i < uses.size(); i++) {
            (uses.get(i).place == null ? whole : parts).add(uses.get(i));
        }
        int looks = whole.size() <= AT_ONCE && parts.isEmpty() || uses.size() == 1 ? 1 : 2;
        for (int look = 1; look <= looks; look++) {
            target.visitInsn(ICONST_0);
            for (int from = 0; from < whole.size(); from += AT_ONCE) {
                writeWhole(whole, from, target);
                target.visitInsn(IOR);
            }
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).writeRange(limit, length, target);
                target.visitInsn(IOR);
            }
            if (look < looks) {
                target.visitJumpInsn(IFEQ, loop);
            } else {
                target.visitInsn(POP);
            }
        }
    }

    private static void writeWhole(List<Use> uses, int from, MethodVisitor target) {
        int writes = 0;
        for (int i = from; i < from + AT_ONCE; i++) {
            if (i < uses.size()) {
                uses.get(i).array.write(target);
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
            if (uses.get(i).place != null) {
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
        return loop.uses.isEmpty() || loop.uses.size() > MOST ? null : loop.uses;
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
            stack.add(new Value(new Sum(false, List.of(), each.number)));
        } else if (each.sized) {
            pop(each.number);
            push(each.increment);
        } else if (opcode == ALOAD || opcode == ILOAD) {
            boolean known = each.number == counter || !isChanged(code, head, end, each.number);
            stack.add(known ? loaded(each) : null);
        } else if (opcode == IADD || opcode == ISUB || opcode == IMUL || opcode == ISHL) {
            stack.add(sum(pop(), pop(), opcode));
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

    private Value loaded(Instruction load) {
        if (load.opcode == ALOAD) {
            return new Value(null, load.number, null);
        }
        boolean counts = load.number == counter;
        return new Value(new Sum(counts, counts ? List.of() : List.of(load), 0));
    }

    /** Of the last operand and the one before. */
    private static Value sum(Value last, Value first, int opcode) {
        boolean known = last != null && first != null && last.number != null && first.number != null;
        Sum sum = known ? first.number.with(last.number, opcode) : null;
        return sum == null ? null : new Value(sum);
    }

    private boolean read(int opcode) {
        Value index = pop();
        Value array = pop();
        Sum place = index == null ? null : index.number;
        boolean ofRows = opcode == AALOAD && place != null && !place.counts;
        if (!uses(array, ofRows ? null : place, false)) {
            return false;
        }
        stack.add(ofRows && array.place == null ? new Value(null, array.variable, place) : null);
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
        return opcode != AASTORE && uses(array, index == null ? null : index.number, true);
    }

    /** Whether it is known which array is used, and, if it is written and not an element of another one, which part of it. */
    private boolean uses(Value array, Sum place, boolean writes) {
        if (array == null || array.number != null) {
            return false;
        }
        Sum part = array.place == null ? place : null;
        Use use = find(array, part);
        if (use == null) {
            use = new Use(array, part);
            uses.add(use);
        }
        use.join(writes, part);
        return array.place != null || !writes || part != null;
    }

    private Use find(Value array, Sum place) {
        for (int i = 0; i < uses.size(); i++) {
            Use use = uses.get(i);
            boolean same = place == null ? use.place == null : use.place != null && use.place.differsByNumber(place);
            if (same && use.array.isSame(array)) {
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
