package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_VOLATILE;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARRAYLENGTH;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.GOTO;
import static org.objectweb.asm.Opcodes.IADD;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.ICONST_0;
import static org.objectweb.asm.Opcodes.ICONST_1;
import static org.objectweb.asm.Opcodes.ICONST_5;
import static org.objectweb.asm.Opcodes.ICONST_M1;
import static org.objectweb.asm.Opcodes.IFLE;
import static org.objectweb.asm.Opcodes.IFLT;
import static org.objectweb.asm.Opcodes.IFNULL;
import static org.objectweb.asm.Opcodes.IF_ICMPGE;
import static org.objectweb.asm.Opcodes.IF_ICMPGT;
import static org.objectweb.asm.Opcodes.IF_ICMPLE;
import static org.objectweb.asm.Opcodes.IF_ICMPLT;
import static org.objectweb.asm.Opcodes.IINC;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.IMUL;
import static org.objectweb.asm.Opcodes.INVOKEDYNAMIC;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.ISHL;
import static org.objectweb.asm.Opcodes.ISHR;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.ISUB;
import static org.objectweb.asm.Opcodes.LDC;
import static org.objectweb.asm.Opcodes.LOOKUPSWITCH;
import static org.objectweb.asm.Opcodes.MONITOREXIT;
import static org.objectweb.asm.Opcodes.MULTIANEWARRAY;
import static org.objectweb.asm.Opcodes.NEWARRAY;
import static org.objectweb.asm.Opcodes.NOP;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.PUTSTATIC;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.SASTORE;
import static org.objectweb.asm.Opcodes.SWAP;
import static org.objectweb.asm.Opcodes.TABLESWITCH;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * The loops of a method that end by themselves, since they count up or down to a limit, and that meet nobody meanwhile:
 * {@code for (int i = 0; i < n; i++)} over arrays and numbers. Nothing has to be done in them that would keep the JIT from
 * making them fast: their length is taken off the turn before they begin. Their iterations may be many, but not for ever.
 *
 * <p>What is recognised is what javac makes of such a loop. It begins with the test, ends with the step and a jump to the test;
 * in between nothing else is stored in the variable. The limit is a number, a variable, a field or an array's length, maybe
 * with something added. A loop that calls methods or looks at what other threads change is none of them: there it matters when
 * others run.
 */
final class CountedLoops extends MethodVisitor {
    /** Steps may overflow behind the largest number, and the loop never end. */
    private static final int LARGEST_STEP = 64;

    /** Methods of these call nothing of the program. */
    static final Set<String> CLOSED = Set.of(
            "java/lang/Math",
            "java/lang/StrictMath",
            "java/lang/Character",
            "java/lang/Boolean",
            "java/lang/Byte",
            "java/lang/Short",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Float",
            "java/lang/Double");

    private final Set<String> volatiles;
    private final Set<String> finals;
    private final String self;
    private final List<Instruction> code = new ArrayList<>();
    private final Map<Label, Integer> places = new HashMap<>();
    private final Set<Integer> bounded = new HashSet<>();
    private final Set<Integer> counted = new HashSet<>();
    private final Map<Integer, Limit> limits = new HashMap<>();
    private final String method;
    private final Set<String> read = new HashSet<>();
    private final Set<Label> targets = new HashSet<>();
    private final Set<Label> handlers = new HashSet<>();
    /** Where loops end that have a limit, by where they begin. */
    private final Map<Integer, Integer> ends = new HashMap<>();

    private final Map<Integer, List<ArrayUse.Use>> arrays = new HashMap<>();
    private final Set<Integer> known = new HashSet<>();

    /** Where jumps backwards and handlers lead to. */
    private final Set<Integer> heads = new HashSet<>();
    /** Fields of objects, by their class: names and descriptors. */
    private final Map<String, List<String[]>> fields = new HashMap<>();

    /** Where exceptions lead to, by the number of the block from which they come. */
    private final List<Label> blocks = new ArrayList<>();

    /** Where handlers begin that do nothing but leave a monitor. */
    private final Set<Integer> leaving = new HashSet<>();
    /** The variables with the monitors, by the last instruction of these. */
    private final Map<Integer, Integer> left = new HashMap<>();

    private final Set<Integer> leavingBlocks = new HashSet<>();

    private boolean recurses;
    private int variables;
    private boolean overwrites;

    private CountedLoops(String self, String method, Set<String> volatiles, Set<String> finals) {
        super(ASM9);
        this.self = self;
        this.method = method;
        this.volatiles = volatiles;
        this.finals = finals;
    }

    /**
     * The loops of each method of a class, by the method's name and descriptor.
     *
     * @param sites which methods are looked at; null for all
     */
    static Map<String, CountedLoops> of(ClassReader reader, boolean[] sites) {
        Map<String, CountedLoops> all = new HashMap<>();
        String self = reader.getClassName();
        Set<String> volatiles = new HashSet<>();
        Set<String> finals = new HashSet<>();
        reader.accept(
                new ClassVisitor(ASM9) {
                    private int method;

                    @Override
                    public FieldVisitor visitField(
                            int access, String name, String descriptor, String signature, Object value) {
                        if ((access & ACC_VOLATILE) != 0) {
                            volatiles.add(name);
                        }
                        if ((access & ACC_FINAL) != 0) {
                            finals.add(name);
                        }
                        return null;
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] thrown) {
                        if (sites != null && !sites[method++]) {
                            return null;
                        }
                        CountedLoops loops = new CountedLoops(self, name + descriptor, volatiles, finals);
                        all.put(name + descriptor, loops);
                        return loops;
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return all;
    }

    /** How many variables the method has. */
    int variables() {
        return variables;
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        variables = maxLocals;
    }

    /** Whether the method writes fields of objects, or elements of arrays. */
    boolean writes() {
        for (Instruction each : code) {
            if (each.opcode == PUTFIELD || each.opcode >= IASTORE && each.opcode <= SASTORE) {
                return true;
            }
        }
        return false;
    }

    /** Whether the method calls itself, which may take as long as a loop. */
    boolean recurses() {
        return recurses;
    }

    /** Whether the method stores something in its first variable, which is {@code this} at first. */
    boolean overwrites() {
        return overwrites;
    }

    /** Whether the method reads the field that it writes. */
    boolean reads(String owner, String name) {
        return read.contains(owner + "." + name);
    }

    /** Whether an instruction is a jump backwards that comes to its end by itself. */
    boolean isBounded(int step) {
        return bounded.contains(step);
    }

    /** Whether an instruction is in a loop that does. */
    boolean isCounted(int step) {
        return counted.contains(step);
    }

    /** Whether a field never changes, as far as the class that has the method tells. */
    boolean isFinal(String owner, String name) {
        return owner.equals(self) && finals.contains(name);
    }

    /** How long the loop is that begins with an instruction; null if it is none of these. */
    Limit limit(int step) {
        return limits.get(step);
    }

    // ---- what the method consists of

    /** As much of an instruction as matters here. */
    static final class Instruction {
        final int opcode;
        /** A variable or a number. */
        final int number;
        /** By how much it changes, for steps. */
        final int increment;

        Label target;
        /** Whether the numbers are what it takes from the stack and leaves there, in slots. */
        boolean sized;

        String owner;
        String name;
        String descriptor;

        Instruction(int opcode, int number, int increment) {
            this.opcode = opcode;
            this.number = number;
            this.increment = increment;
        }

        boolean is(int wanted, int variable) {
            return opcode == wanted && number == variable;
        }

        boolean isNumber() {
            return opcode == LDC && descriptor != null;
        }

        void write(MethodVisitor target) {
            switch (opcode) {
                case ALOAD, ILOAD -> target.visitVarInsn(opcode, number);
                case GETFIELD, GETSTATIC -> target.visitFieldInsn(opcode, owner, name, descriptor);
                case LDC -> target.visitLdcInsn(number);
                default -> target.visitInsn(opcode);
            }
        }
    }

    private Instruction add(int opcode, int number, int increment) {
        Instruction added = new Instruction(opcode, number, increment);
        code.add(added);
        return added;
    }

    private void addNumber(int number) {
        add(LDC, number, 0).descriptor = "I";
    }

    @Override
    public void visitLabel(Label label) {
        places.put(label, code.size());
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= ICONST_M1 && opcode <= ICONST_5) {
            addNumber(opcode - ICONST_M1 - 1);
        } else {
            add(opcode, 0, 0);
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (opcode == NEWARRAY) {
            add(opcode, 0, 0);
        } else {
            addNumber(operand);
        }
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        overwrites = overwrites || variable == 0 && opcode >= ISTORE && opcode <= ASTORE;
        add(opcode, variable, 0);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        add(opcode, 0, 0);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        Instruction field = add(opcode, 0, 0);
        field.owner = owner;
        field.name = name;
        field.descriptor = descriptor;
        if (opcode == GETFIELD || opcode == GETSTATIC) {
            read.add(owner + "." + name);
        }
        if (opcode == GETFIELD || opcode == PUTFIELD) {
            addField(owner, name, descriptor);
        }
    }

    private void addField(String owner, String name, String descriptor) {
        List<String[]> known = fields.get(owner);
        if (known == null) {
            known = new ArrayList<>();
            fields.put(owner, known);
        }
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i)[0].equals(name) && known.get(i)[1].equals(descriptor)) {
                return;
            }
        }
        known.add(new String[] {name, descriptor});
    }

    /** The fields of objects of a class that the method uses: names and descriptors. */
    List<String[]> fields(String owner) {
        return fields.getOrDefault(owner, List.of());
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        int taken = (sizes >> 2) - (opcode == INVOKESTATIC ? 1 : 0);
        add(CLOSED.contains(owner) ? NOP : INVOKEDYNAMIC, taken, sizes & 3).sized = CLOSED.contains(owner);
        recurses = recurses || owner.equals(self) && method.equals(name + descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        add(INVOKEDYNAMIC, 0, 0);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        add(opcode, 0, 0).target = label;
        leadsTo(label);
    }

    private void leadsTo(Label... labels) {
        for (Label label : labels) {
            targets.add(label);
            if (places.containsKey(label)) {
                heads.add(places.get(label));
            }
        }
    }

    @Override
    public void visitLdcInsn(Object value) {
        if (value instanceof Integer number) {
            addNumber(number);
        } else {
            add(LDC, 0, value instanceof Long || value instanceof Double ? 2 : 1).sized = true;
        }
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        add(IINC, variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label fallback, Label... labels) {
        add(TABLESWITCH, 0, 0);
        leadsTo(fallback);
        leadsTo(labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label fallback, int[] keys, Label[] labels) {
        add(LOOKUPSWITCH, 0, 0);
        leadsTo(fallback);
        leadsTo(labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        add(MULTIANEWARRAY, 0, 0);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        targets.add(handler);
        handlers.add(handler);
        blocks.add(handler);
    }

    @Override
    public void visitEnd() {
        for (int at = 2; at < code.size(); at++) {
            Instruction jump = code.get(at);
            if (jump.opcode == GOTO && places.containsKey(jump.target)) {
                int head = places.get(jump.target);
                if (head < at) {
                    look(head, at);
                }
            }
        }
        for (Map.Entry<Integer, Integer> loop : ends.entrySet()) {
            lookForArrays(loop.getKey(), loop.getValue());
        }
        for (Label handler : handlers) {
            heads.add(places.get(handler));
        }
        for (int block = 0; block < blocks.size(); block++) {
            if (leaves(places.get(blocks.get(block)))) {
                leavingBlocks.add(block);
            }
        }
        blocks.clear();
        code.clear();
        places.clear();
        targets.clear();
        handlers.clear();
    }

    private void lookForArrays(int head, int end) {
        List<ArrayUse.Use> found = ArrayUse.isAlone(code, places, handlers, head, end)
                ? ArrayUse.of(code, head, end, jumpedTo(), limits.get(head))
                : null;
        if (found != null) {
            arrays.put(head, found);
            for (int at = head; at <= end; at++) {
                known.add(at);
            }
        }
    }

    private boolean[] jumpedTo() {
        boolean[] found = new boolean[code.size() + 1];
        for (Label label : targets) {
            found[places.get(label)] = true;
        }
        return found;
    }

    /** Whether the code from an instruction on is what compilers write to leave a monitor and throw on what was thrown. */
    private boolean leaves(int handler) {
        int at = handler;
        boolean stores = isAt(at, ASTORE);
        int variable = stores ? code.get(at++).number : -1;
        if (!isAt(at, ALOAD) || !isAt(at + 1, MONITOREXIT)) {
            return false;
        }
        int monitor = code.get(at).number;
        at += 2;
        if (stores && !(isAt(at, ALOAD) && code.get(at++).number == variable) || !isAt(at, ATHROW)) {
            return false;
        }
        leaving.add(handler);
        left.put(at, monitor);
        return true;
    }

    private boolean isAt(int at, int opcode) {
        return at < code.size() && code.get(at).opcode == opcode;
    }

    /** Whether exceptions lead from a block, by its number, to a handler that does nothing but leave a monitor. */
    boolean isLeavingBlock(int block) {
        return leavingBlocks.contains(block);
    }

    /** Whether such a handler begins with an instruction. */
    boolean isLeaving(int step) {
        return leaving.contains(step);
    }

    /** The variable with the monitor that such a handler leaves, which ends with an instruction; null if none does. */
    Integer left(int step) {
        return left.get(step);
    }

    /** Whether a jump backwards or a handler leads to an instruction. */
    boolean isHead(int step) {
        return heads.contains(step);
    }

    /** The arrays that the loop uses that begins with an instruction; null if that is not known. */
    List<ArrayUse.Use> arrays(int step) {
        return arrays.get(step);
    }

    /** Whether an instruction is in such a loop. */
    boolean isKnown(int step) {
        return known.contains(step);
    }

    // ---- which of its loops count

    private void look(int head, int end) {
        Instruction step = code.get(end - 1);
        if (step.opcode != IINC || step.increment == 0 || Math.abs(step.increment) > LARGEST_STEP) {
            return;
        }
        boolean up = step.increment > 0;
        int test = test(head, end, step.number, up);
        if (test < 0 || !isOnlyCounted(head, end, step.number, up) || meetsOthers(head, end)) {
            return;
        }
        bounded.add(end);
        for (int at = head; at <= end; at++) {
            counted.add(at);
        }
        if (head == 0 || !leavesAlways(code.get(head - 1).opcode)) {
            ends.put(head, end);
            int jump = code.get(test).opcode;
            boolean reaches = jump == IF_ICMPGT || jump == IF_ICMPLT || jump == IFLT;
            List<Instruction> limit = new ArrayList<>(code.subList(head + 1, test));
            limits.put(head, new Limit(limit, step.number, step.increment, reaches));
        }
    }

    /** Where the loop is left if the variable has come to its limit; -1 if it does not begin with such a test. */
    private int test(int head, int end, int variable, boolean up) {
        if (!code.get(head).is(ILOAD, variable)) {
            return -1;
        }
        int at = limitEnd(head + 1);
        Instruction jump = code.get(at);
        boolean compares = at == head + 1
                ? !up && (jump.opcode == IFLT || jump.opcode == IFLE)
                : jump.opcode == (up ? IF_ICMPGE : IF_ICMPLT) || jump.opcode == (up ? IF_ICMPGT : IF_ICMPLE);
        return compares && places.get(jump.target) > end ? at : -1;
    }

    /** Where an expression ends that can be a limit; its beginning if there is none. */
    private int limitEnd(int start) {
        int at = start;
        Instruction first = code.get(at);
        if (first.isNumber() || first.opcode == ILOAD) {
            at++;
        } else if (first.opcode == ALOAD || first.opcode == GETSTATIC && first.owner.equals(self)) {
            at++;
            while (code.get(at).opcode == GETFIELD) {
                at++;
            }
            if (code.get(at).opcode == ARRAYLENGTH) {
                at++;
            }
        }
        int depth = at > start ? 1 : 0;
        int whole = at;
        while (depth > 0) {
            Instruction next = code.get(at);
            if (next.isNumber() || next.opcode == ILOAD) {
                depth++;
            } else if (depth > 1 && calculates(next.opcode)) {
                depth--;
            } else {
                break;
            }
            at++;
            whole = depth == 1 ? at : whole;
        }
        return whole;
    }

    /** Whether an instruction makes one number of two, and never fails. */
    private static boolean calculates(int opcode) {
        return opcode == IADD || opcode == ISUB || opcode == IMUL || opcode == ISHL || opcode == ISHR;
    }

    private boolean isOnlyCounted(int head, int end, int variable, boolean up) {
        for (int at = head; at < end; at++) {
            Instruction each = code.get(at);
            if (each.is(ISTORE, variable) || each.is(IINC, variable) && each.increment > 0 != up) {
                return false;
            }
        }
        return true;
    }

    private boolean meetsOthers(int head, int end) {
        boolean looks = false;
        boolean works = false;
        for (int at = head; at < end; at++) {
            Instruction each = code.get(at);
            switch (each.opcode) {
                case INVOKEDYNAMIC -> {
                    return true;
                }
                case GETFIELD, GETSTATIC -> {
                    if (each.owner.equals(self) && volatiles.contains(each.name)) {
                        return true;
                    }
                    looks = looks || !each.owner.equals(self);
                }
                case PUTFIELD, PUTSTATIC, ASTORE -> works = true;
                default -> works = works || each.opcode >= IASTORE && each.opcode <= SASTORE;
            }
        }
        // One that does nothing but look at fields of other classes may wait for them to change.
        return looks && !works;
    }

    private static boolean leavesAlways(int opcode) {
        return opcode >= IRETURN && opcode <= RETURN
                || opcode == ATHROW
                || opcode == GOTO
                || opcode == TABLESWITCH
                || opcode == LOOKUPSWITCH;
    }

    /** How far a loop counts. */
    static final class Limit {
        private final List<Instruction> expression;
        private final int variable;
        private final int increment;
        private final boolean reaches;

        /** @param reaches whether the loop runs for the limit, too */
        Limit(List<Instruction> expression, int variable, int increment, boolean reaches) {
            this.expression = expression;
            this.variable = variable;
            this.increment = increment;
            this.reaches = reaches;
        }

        /** The variable that counts. */
        int variable() {
            return variable;
        }

        /** Whether the limit stays what it was when the loop began. */
        boolean isFixed(List<Instruction> code, int head, int end) {
            int steps = 0;
            for (int at = head; at <= end; at++) {
                steps += code.get(at).is(IINC, variable) ? 1 : 0;
            }
            for (Instruction each : expression) {
                boolean loads = each.opcode == ILOAD || each.opcode == ALOAD;
                if (each.opcode == GETFIELD
                        || each.opcode == GETSTATIC
                        || loads && ArrayUse.isChanged(code, head, end, each.number)) {
                    return false;
                }
            }
            return steps == 1;
        }

        /**
         * Writes code that leaves the least or the greatest number on the stack to which the loop counts.
         *
         * @param length a variable with the loop's length
         */
        void writeEnd(MethodVisitor target, boolean greatest, int length) {
            target.visitVarInsn(ILOAD, variable);
            boolean last = greatest == increment > 0;
            if (last) {
                target.visitVarInsn(ILOAD, length);
                target.visitInsn(greatest ? IADD : ISUB);
            }
            if (last && !reaches) {
                target.visitInsn(ICONST_1);
                target.visitInsn(greatest ? ISUB : IADD);
            }
        }

        /**
         * Writes code that leaves the loop's length on the stack, in front of the loop.
         *
         * @param loop where the loop begins: what is wrong with its limit happens there
         */
        void write(MethodVisitor target, Label loop) {
            for (int i = 1; i < expression.size(); i++) {
                int opcode = expression.get(i).opcode;
                if (opcode == GETFIELD || opcode == ARRAYLENGTH) {
                    write(target, i);
                    target.visitJumpInsn(IFNULL, loop);
                }
            }
            if (expression.isEmpty()) {
                target.visitInsn(ICONST_0);
            }
            write(target, expression.size());
            target.visitVarInsn(ILOAD, variable);
            if (increment < 0) {
                target.visitInsn(SWAP);
            }
            target.visitInsn(ISUB);
        }

        private void write(MethodVisitor target, int count) {
            for (int i = 0; i < count; i++) {
                expression.get(i).write(target);
            }
        }
    }
}
