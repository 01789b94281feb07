package dev.hindsight.bench.baseline;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Puts hooks in place of the calls with which threads start, end and wait for each other. */
final class WaitRewriter extends MethodVisitor {
    private static final String HOOKS = Type.getInternalName(Hooks.class);

    WaitRewriter(MethodVisitor code) {
        super(Opcodes.ASM9, code);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (opcode != Opcodes.INVOKEVIRTUAL) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            return;
        }
        switch (name + descriptor) {
            case "wait()V", "wait(J)V", "wait(JI)V" -> hook("await", "(Ljava/lang/Object;" + descriptor.substring(1));
            case "notify()V", "notifyAll()V" -> hook(name, "(Ljava/lang/Object;)V");
            case "start()V" -> {
                super.visitInsn(Opcodes.DUP);
                hook("starting", "(Ljava/lang/Object;)V");
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
            case "join()V" -> {
                super.visitInsn(Opcodes.DUP);
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                hook("joined", "(Ljava/lang/Object;)V");
            }
            default -> {
                if (owner.equals("java/lang/Thread") && name.equals("join") && descriptor.equals("(J)V")) {
                    hook(name, "(Ljava/lang/Thread;J)V");
                } else {
                    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                }
            }
        }
    }

    private void hook(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
    }
}
