package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.DUP2_X1;
import static org.objectweb.asm.Opcodes.DUP2_X2;
import static org.objectweb.asm.Opcodes.DUP_X2;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.POP2;

import dev.hindsight.agent.patch.Unguarded;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Tells which collection the program is about to call. Right before the call: what comes before it may have the thread wait for its turn, and who
 * gets that has used none.
 */
final class CollectionUse extends MethodVisitor {
    CollectionUse(MethodVisitor next) {
        super(ASM9, next);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (isCall(opcode, owner, name) && copyReceiver(mv, descriptor)) {
            ThreadSites.poll(mv, "use", "(Ljava/lang/Object;)V");
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    static boolean isCall(int opcode, String owner, String name) {
        return opcode != INVOKESTATIC && !name.equals("<init>") && Unguarded.mayBeCollection(owner);
    }

    /**
     * Before a call, puts its object on the stack once more, on top.
     *
     * @return whether there are few enough arguments in between
     */
    static boolean copyReceiver(MethodVisitor mv, String descriptor) {
        int count = Type.getArgumentTypes(descriptor).length;
        int slots = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1;
        switch (slots) {
            case 0 -> mv.visitInsn(DUP);
            case 1 -> {
                mv.visitInsn(DUP2);
                mv.visitInsn(POP);
            }
            case 2 -> {
                mv.visitInsn(DUP2_X1);
                mv.visitInsn(POP2);
                mv.visitInsn(DUP_X2);
            }
            case 3 -> {
                if (count < slots) {
                    return false;
                }
                mv.visitInsn(DUP2_X2);
                mv.visitInsn(POP2);
                mv.visitInsn(DUP2_X2);
                mv.visitInsn(POP);
            }
            default -> {
                return false;
            }
        }
        return true;
    }
}
