package dev.hindsight.agent.analyze;

import static org.objectweb.asm.Opcodes.AASTORE;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.GOTO;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.JSR;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.PUTSTATIC;
import static org.objectweb.asm.Opcodes.RET;
import static org.objectweb.asm.Opcodes.RETURN;

import dev.hindsight.agent.rewrite.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Follows an object through its constructor, or through a method that this one calls: from where on others may reach it, and
 * which of its fields are written before that. Instructions have positions, from 1 on. What is not understood lets the object
 * escape.
 */
final class ThisFlow extends MethodVisitor {
    /** Whether a method that is called on the object gives it to nobody. */
    interface Callees {
        boolean keepToThemselves(int opcode, String owner, String name, String descriptor);
    }

    /** A place from which code goes on at an earlier one. */
    private record Return(int from, int to) {}

    private static final int NEVER = Integer.MAX_VALUE;

    private final Callees callees;
    private final Values values = new Values();
    private final int self = values.of(0);

    private final Map<Label, List<Integer>> stacks = new HashMap<>();
    private final Map<Label, Integer> positions = new HashMap<>();
    private final Set<Label> handlers = new HashSet<>();
    private final List<Label[]> blocks = new ArrayList<>();
    private final List<Return> returns = new ArrayList<>();
    /** By field of the object, where it is written. */
    private final Map<MemberRef, List<Integer>> writes = new HashMap<>();

    private int position;
    private int escape = NEVER;
    private boolean reachable = true;
    /** Whether nobody knows what is on the stack here. */
    private boolean lost;

    ThisFlow(Callees callees) {
        super(ASM9);
        this.callees = callees;
    }

    /** Whether others may reach the object while the method runs. */
    boolean escapes() {
        return firstEscape() != NEVER;
    }

    /** Whether so many writes of a field are all on this object, before anybody else can reach it. */
    boolean settles(MemberRef field, int count) {
        List<Integer> own = writes.getOrDefault(field, List.of());
        return own.size() == count && own.get(count - 1) < firstEscape();
    }

    /** What runs after the escape because of a jump backwards comes after it, too. */
    private int firstEscape() {
        for (Label[] block : blocks) {
            returns.add(new Return(positions.getOrDefault(block[1], NEVER), positions.getOrDefault(block[2], 0)));
        }
        blocks.clear();
        int first = escape;
        for (int before = 0; before != first; ) {
            before = first;
            for (Return each : returns) {
                if (each.from() >= first) {
                    first = Math.min(first, each.to());
                }
            }
        }
        return first;
    }

    private void escape() {
        escape = Math.min(escape, position);
    }

    private void escapeIf(int depth) {
        if (values.peek(depth) == self) {
            escape();
        }
    }

    private void next() {
        position++;
        if (lost) {
            // Only old class files have no frames, and only odd code needs one here.
            escape();
        }
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        handlers.add(handler);
        blocks.add(new Label[] {start, end, handler});
    }

    @Override
    public void visitLabel(Label label) {
        positions.put(label, position);
        List<Integer> coming = stacks.get(label);
        List<Integer> stack = List.of();
        if (handlers.contains(label)) {
            stack = List.of(0);
        } else if (coming != null && reachable) {
            stack = both(coming, values.stack());
        } else if (coming != null) {
            stack = coming;
        } else if (reachable) {
            stack = values.stack();
        } else {
            lost = true;
        }
        values.comeTogether(Map.of(0, self));
        values.push(stack);
        stacks.put(label, values.stack());
        reachable = true;
    }

    /** Slots of which one way knows other things than the other hold something new. */
    private List<Integer> both(List<Integer> one, List<Integer> other) {
        List<Integer> both = new ArrayList<>();
        if (one.size() != other.size()) {
            escape();
            return both;
        }
        for (int i = 0; i < one.size(); i++) {
            boolean same = one.get(i).equals(other.get(i));
            if (!same && (one.get(i) == self || other.get(i) == self)) {
                escape();
            }
            both.add(same ? one.get(i) : 0);
        }
        return both;
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
        if (lost && stackCount > 0) {
            escape();
        }
        lost = false;
    }

    @Override
    public void visitInsn(int opcode) {
        next();
        if (opcode == AASTORE || opcode == ARETURN || opcode == ATHROW) {
            escapeIf(0);
        }
        values.compute(opcode);
        reachable = !(opcode >= IRETURN && opcode <= RETURN || opcode == ATHROW);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        next();
        values.compute(opcode);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        next();
        if (opcode == RET || opcode >= ISTORE && opcode <= ASTORE && (variable == 0 || values.peek(0) == self)) {
            escape();
        }
        if (opcode != RET) {
            values.use(opcode, variable);
        }
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        next();
        values.changed(variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        next();
        if (opcode != CHECKCAST) {
            values.compute(opcode);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        next();
        int size = Type.getType(descriptor).getSize();
        if (opcode == PUTFIELD || opcode == PUTSTATIC) {
            escapeIf(0);
        }
        if (opcode == PUTFIELD && values.peek(size) == self) {
            writes.computeIfAbsent(new MemberRef(owner, name, descriptor), any -> new ArrayList<>())
                    .add(position);
        }
        boolean reads = opcode == GETFIELD || opcode == GETSTATIC;
        values.pop((opcode == GETFIELD || opcode == PUTFIELD ? 1 : 0) + (reads ? 0 : size));
        values.push(reads ? size : 0);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        next();
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        int arguments = (sizes >> 2) - 1;
        for (int i = 0; i < arguments; i++) {
            escapeIf(i);
        }
        boolean onSelf = opcode != INVOKESTATIC && values.peek(arguments) == self;
        if (onSelf && !callees.keepToThemselves(opcode, owner, name, descriptor)) {
            escape();
        }
        values.pop(arguments + (opcode == INVOKESTATIC ? 0 : 1));
        values.push(sizes & 3);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... constants) {
        next();
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        int arguments = (sizes >> 2) - 1;
        for (int i = 0; i < arguments; i++) {
            escapeIf(i);
        }
        values.pop(arguments);
        values.push(sizes & 3);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        next();
        if (opcode == JSR) {
            escape();
        }
        values.compute(opcode);
        leadsTo(label);
        reachable = opcode != GOTO;
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label fallback, Label... labels) {
        visitLookupSwitchInsn(fallback, new int[0], labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label fallback, int[] keys, Label[] labels) {
        next();
        values.pop(1);
        leadsTo(fallback);
        for (Label label : labels) {
            leadsTo(label);
        }
        reachable = false;
    }

    private void leadsTo(Label label) {
        List<Integer> known = stacks.get(label);
        stacks.put(label, known == null ? values.stack() : both(known, values.stack()));
        Integer earlier = positions.get(label);
        if (earlier != null) {
            returns.add(new Return(position, earlier));
        }
    }

    @Override
    public void visitLdcInsn(Object value) {
        next();
        boolean wide = value instanceof Long
                || value instanceof Double
                || value instanceof ConstantDynamic constant && constant.getSize() == 2;
        values.push(wide ? 2 : 1);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        next();
        values.pop(dimensions);
        values.push(1);
    }
}
