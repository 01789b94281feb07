package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.POP;

import dev.hindsight.agent.patch.TurnSites;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Tells where the program handles what may be that its stack ended. How many places it passed before that is left to chance, so they are counted
 * anew from there.
 */
final class Unwinding extends Steps {
    private final Set<Label> handlers = new HashSet<>();
    /** Number of the last handler's first instruction. */
    private int first = -1;

    Unwinding(MethodVisitor next) {
        super(next);
    }

    /** The hook; what was thrown is on the stack, and stays there. */
    static void tell(MethodVisitor target) {
        target.visitInsn(DUP);
        ThreadSites.poll(target, "caught", "(Ljava/lang/Throwable;)V");
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        if (type != null && TurnSites.endsStack(type)) {
            handlers.add(handler);
        }
        super.visitTryCatchBlock(start, end, handler, type);
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        if (handlers.contains(label)) {
            first = step();
        }
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        if (opcode == ASTORE && step() == first) {
            tell(mv);
        }
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == POP && step() == first) {
            tell(mv);
        }
        super.visitInsn(opcode);
    }
}
