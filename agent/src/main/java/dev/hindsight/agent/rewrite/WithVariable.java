package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.DOUBLE;
import static org.objectweb.asm.Opcodes.FLOAT;
import static org.objectweb.asm.Opcodes.F_CHOP;
import static org.objectweb.asm.Opcodes.F_FULL;
import static org.objectweb.asm.Opcodes.F_SAME1;
import static org.objectweb.asm.Opcodes.INTEGER;
import static org.objectweb.asm.Opcodes.LONG;
import static org.objectweb.asm.Opcodes.TOP;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** Keeps a variable behind those of a static method, which is set before anything else: it has its type in all frames. */
final class WithVariable extends MethodVisitor {
    private final int variable;
    private final String type;
    /** The types of the last frame. */
    private final List<Object> locals = new ArrayList<>();

    WithVariable(MethodVisitor next, String descriptor, int variable, String type) {
        super(ASM9, next);
        this.variable = variable;
        this.type = type;
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            locals.add(frameType(argument));
        }
    }

    private static Object frameType(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> LONG;
            case Type.DOUBLE -> DOUBLE;
            case Type.FLOAT -> FLOAT;
            case Type.ARRAY, Type.OBJECT -> type.getInternalName();
            default -> INTEGER;
        };
    }

    @Override
    public void visitFrame(int kind, int localCount, Object[] local, int stackCount, Object[] stack) {
        if (kind == F_FULL) {
            locals.clear();
        }
        for (int i = 0; i < localCount; i++) {
            if (kind == F_CHOP) {
                locals.remove(locals.size() - 1);
            } else {
                locals.add(local[i]);
            }
        }
        List<Object> all = new ArrayList<>(locals);
        for (int slots = slots(); slots < variable; slots++) {
            all.add(TOP);
        }
        all.add(type);
        boolean hasStack = kind == F_FULL || kind == F_SAME1;
        super.visitFrame(
                F_FULL, all.size(), all.toArray(), hasStack ? stackCount : 0, hasStack ? stack : new Object[0]);
    }

    private int slots() {
        int slots = 0;
        for (Object local : locals) {
            slots += LONG.equals(local) || DOUBLE.equals(local) ? 2 : 1;
        }
        return slots;
    }
}
