package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ASM9;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/** Counts the instructions of a method, so that two passes over it can tell each other which one they mean. */
abstract class Steps extends MethodVisitor {
    /** Number of the instruction that comes next. */
    private int step;

    /** @param next null for none */
    Steps(MethodVisitor next) {
        super(ASM9, next);
    }

    final int step() {
        return step;
    }

    @Override
    public void visitInsn(int opcode) {
        step++;
        super.visitInsn(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        step++;
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        step++;
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        step++;
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        step++;
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        step++;
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        step++;
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        step++;
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLdcInsn(Object value) {
        step++;
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        step++;
        super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label fallback, Label... labels) {
        step++;
        super.visitTableSwitchInsn(min, max, fallback, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label fallback, int[] keys, Label[] labels) {
        step++;
        super.visitLookupSwitchInsn(fallback, keys, labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        step++;
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }
}
