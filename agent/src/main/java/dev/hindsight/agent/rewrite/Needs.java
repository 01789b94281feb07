package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ANEWARRAY;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.DASTORE;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.DUP2_X1;
import static org.objectweb.asm.Opcodes.DUP2_X2;
import static org.objectweb.asm.Opcodes.DUP_X2;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.LASTORE;
import static org.objectweb.asm.Opcodes.MONITORENTER;
import static org.objectweb.asm.Opcodes.MONITOREXIT;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.NEWARRAY;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.POP2;
import static org.objectweb.asm.Opcodes.PUTSTATIC;
import static org.objectweb.asm.Opcodes.SALOAD;
import static org.objectweb.asm.Opcodes.SASTORE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Has a thread ask for its turn before what needs it. Where threads run beside each other only with what is their own, it asks
 * whether that is so before each element of an array.
 */
final class Needs extends MethodVisitor {
    private static final String OWNERS = "dev/hindsight/runtime/Owners";

    private final Unordered unordered;
    /** The first variable that the method does not use. */
    private final int free;

    private boolean known;
    private final List<Label> before = new ArrayList<>();
    private final Map<Label, Label> moved = new HashMap<>();

    Needs(MethodVisitor next, Unordered unordered, int free) {
        super(ASM9, next);
        this.unordered = unordered;
        this.free = free;
    }

    private void unless(boolean ok) {
        if (!ok) {
            ThreadSites.hook(mv, ThreadSites.NEED_TURN, "()V");
        }
    }

    private void ask(String name, String descriptor) {
        ask(mv, name, descriptor);
    }

    static void ask(MethodVisitor target, String name, String descriptor) {
        target.visitMethodInsn(INVOKESTATIC, OWNERS, name, descriptor, false);
    }

    /** Whether the next instruction uses an array that was looked at before its loop. */
    void knows(boolean whether) {
        known = whether;
    }

    @Override
    public void visitInsn(int opcode) {
        unless(opcode != MONITORENTER && opcode != MONITOREXIT);
        if (known) {
            known = false;
        } else if (unordered.isExact() && opcode >= IALOAD && opcode <= SALOAD) {
            mv.visitInsn(DUP2);
            ask("readElement", "(Ljava/lang/Object;I)V");
        } else if (unordered.isExact() && opcode >= IASTORE && opcode <= SASTORE) {
            boolean wide = opcode == LASTORE || opcode == DASTORE;
            mv.visitInsn(wide ? DUP2_X2 : DUP_X2);
            mv.visitInsn(wide ? POP2 : POP);
            mv.visitInsn(wide ? DUP2_X2 : DUP2_X1);
            ask("writeElement", "(Ljava/lang/Object;I)V");
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitLabel(Label label) {
        before.add(label);
        super.visitLabel(label);
    }

    /** What is made but not yet initialised is named by the place where it is made, which is behind the hook now. */
    private void made(String type) {
        if (!unordered.makes(type)) {
            unless(false);
            Label here = new Label();
            for (Label label : before) {
                moved.put(label, here);
            }
            mv.visitLabel(here);
        }
        before.clear();
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
        super.visitFrame(type, localCount, move(locals), stackCount, move(stack));
    }

    private Object[] move(Object[] types) {
        if (types == null || moved.isEmpty()) {
            return types;
        }
        Object[] changed = types.clone();
        for (int i = 0; i < changed.length; i++) {
            if (changed[i] instanceof Label label) {
                changed[i] = moved.getOrDefault(label, label);
            }
        }
        return changed;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == NEW) {
            made(type);
        } else {
            unless(unordered.names(type));
        }
        super.visitTypeInsn(opcode, type);
        if (opcode == ANEWARRAY) {
            made();
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        super.visitIntInsn(opcode, operand);
        if (opcode == NEWARRAY) {
            made();
        }
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        unless(unordered.names(descriptor));
        super.visitMultiANewArrayInsn(descriptor, dimensions);
        made();
    }

    private void made() {
        if (unordered.isExact()) {
            mv.visitInsn(DUP);
            ask("made", "(Ljava/lang/Object;)V");
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        if (unordered.reads(opcode, owner, name)) {
            ask("readStatics", "()V");
        } else {
            unless(unordered.accesses(opcode, owner, name));
        }
        if (unordered.isExact() && opcode == PUTSTATIC) {
            ask("writeStatics", "()V");
        }
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        boolean ok =
                owner.equals(ThreadSites.HOOKS) || owner.equals(OWNERS) || unordered.calls(owner, name, descriptor);
        unless(ok);
        if (unordered.isExact() && !ok) {
            arrays(owner, name, descriptor);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if (unordered.isExact() && !ok && unordered.returnsKept(owner, name, descriptor)) {
            mv.visitInsn(DUP);
            ask("kept", "(Ljava/lang/Object;)V");
        }
    }

    /** What the thread gives away must be nobody else's; the JDK may keep it. */
    private void arrays(String owner, String name, String descriptor) {
        if (owner.charAt(0) == '[') {
            mv.visitInsn(DUP);
            ask("used", "(Ljava/lang/Object;)V");
            return;
        }
        if (Unordered.reaches(owner)) {
            ask("writeStatics", "()V");
        }
        Type[] types = Type.getArgumentTypes(descriptor);
        int first = 0;
        while (first < types.length && !Unordered.mayBeArray(owner, name, types[first])) {
            first++;
        }
        if (first == types.length) {
            return;
        }
        int[] variables = new int[types.length];
        int next = free;
        for (int i = types.length - 1; i >= first; i--) {
            variables[i] = next;
            mv.visitVarInsn(types[i].getOpcode(ISTORE), next);
            next += types[i].getSize();
        }
        String hook = unordered.isOfProgram(owner) || !Unordered.keeps(owner, name) ? "used" : "kept";
        for (int i = first; i < types.length; i++) {
            mv.visitVarInsn(types[i].getOpcode(ILOAD), variables[i]);
            if (Unordered.mayBeArray(owner, name, types[i])) {
                mv.visitVarInsn(ALOAD, variables[i]);
                ask(hook, "(Ljava/lang/Object;)V");
            }
        }
        for (int i = first; i < types.length; i++) {
            if (types[i].getSort() >= Type.ARRAY) {
                // Or the collector would find it there.
                mv.visitInsn(ACONST_NULL);
                mv.visitVarInsn(ASTORE, variables[i]);
            }
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        unless(false);
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitLdcInsn(Object value) {
        boolean ok = value instanceof Type type
                ? type.getSort() != Type.METHOD && unordered.names(type.getInternalName())
                : !(value instanceof Handle) && !(value instanceof ConstantDynamic);
        unless(ok);
        super.visitLdcInsn(value);
    }
}
