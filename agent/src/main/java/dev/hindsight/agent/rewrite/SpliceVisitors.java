package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.LRETURN;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.SWAP;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/** The ways in which {@link Splices} changes a method. */
final class SpliceVisitors {
    private static final String HOOKS = "dev/hindsight/runtime/RunHooks";
    private static final String SINK = NativeCallWrapper.SINK;

    private SpliceVisitors() {}

    static void hook(MethodVisitor mv, String name, String descriptor) {
        mv.visitMethodInsn(INVOKESTATIC, HOOKS, name, descriptor, false);
    }

    /** Puts code before the first instruction. */
    abstract static class AtEntry extends MethodVisitor {
        AtEntry(MethodVisitor next) {
            super(ASM9, next);
        }

        abstract void write(MethodVisitor target);

        @Override
        public void visitCode() {
            if (mv instanceof Around around) {
                // What runs around the rest of the method starts behind this code.
                around.next().visitCode();
                write(around.next());
                around.start();
            } else {
                super.visitCode();
                write(mv);
            }
        }
    }

    /** Puts code before each return. */
    abstract static class AtReturn extends MethodVisitor {
        AtReturn(MethodVisitor next) {
            super(ASM9, next);
        }

        abstract void write(MethodVisitor target);

        @Override
        public void visitInsn(int opcode) {
            if (opcode == ARETURN || opcode == LRETURN || opcode == RETURN) {
                write(mv);
            }
            super.visitInsn(opcode);
        }
    }

    /** Brackets a method with enter and leave, however it ends. */
    static final class Around extends MethodVisitor {
        private final int sink;
        private final String bracket;
        private final String onResult;
        private final Label start = new Label();

        Around(MethodVisitor next, int freeLocal, String bracket, String onResult) {
            super(ASM9, next);
            this.sink = freeLocal;
            this.bracket = bracket;
            this.onResult = onResult;
        }

        MethodVisitor next() {
            return mv;
        }

        void start() {
            hook(mv, "enter" + bracket, "()" + SINK);
            mv.visitVarInsn(ASTORE, sink);
            mv.visitLabel(start);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            start();
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == ARETURN || opcode == RETURN) {
                if (onResult != null) {
                    mv.visitInsn(DUP);
                    hook(mv, onResult, "(Ljava/lang/Class;)V");
                }
                leave();
            }
            super.visitInsn(opcode);
        }

        private void leave() {
            mv.visitVarInsn(ALOAD, sink);
            hook(mv, "leave" + bracket, "(" + SINK + ")V");
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            Label end = new Label();
            mv.visitLabel(end);
            mv.visitTryCatchBlock(start, end, end, null);
            mv.visitVarInsn(ASTORE, sink + 1);
            leave();
            mv.visitVarInsn(ALOAD, sink + 1);
            mv.visitInsn(ATHROW);
            super.visitMaxs(maxStack, maxLocals);
        }
    }

    /** Looks for the files of classes through a hook. */
    static final class ClassFiles extends MethodVisitor {
        private static final String PATH = "jdk/internal/loader/URLClassPath";

        ClassFiles(MethodVisitor next) {
            super(ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.equals(PATH) && name.equals("getResource")) {
                hook(mv, "classFile", "(L" + PATH + ";" + descriptor.substring(1));
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }

    /** Lets a hook see, and change, what a certain call returned; it may be told the object whose method this is. */
    static final class Behind extends MethodVisitor {
        private final String called;
        private final String hook;
        private final String type;
        private final String receiver;

        /** @param receiver the type of the object to tell the hook, or nothing */
        Behind(MethodVisitor next, String called, String hook, String receiver, String type) {
            super(ASM9, next);
            this.called = called;
            this.hook = hook;
            this.type = type;
            this.receiver = receiver;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals(called)) {
                if (!receiver.isEmpty()) {
                    mv.visitVarInsn(ALOAD, 0);
                    mv.visitInsn(SWAP);
                }
                hook(mv, hook, "(" + receiver + type + ")" + type);
            }
        }
    }

    /** Keeps the open zip files of the JDK's class loading apart from the program's. */
    static final class ZipSources extends MethodVisitor {
        private static final String MAP = "Ljava/util/HashMap;";
        private final boolean releases;

        ZipSources(MethodVisitor next, boolean releases) {
            super(ASM9, next);
            this.releases = releases;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
            if (opcode == GETSTATIC && descriptor.equals(MAP)) {
                if (releases) {
                    mv.visitVarInsn(ALOAD, 0);
                    hook(mv, "zipSourcesHolding", "(" + MAP + "Ljava/lang/Object;)" + MAP);
                } else {
                    hook(mv, "zipSources", "(" + MAP + ")" + MAP);
                }
            }
        }
    }
}
