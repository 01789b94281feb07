package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.F_FULL;
import static org.objectweb.asm.Opcodes.I2B;
import static org.objectweb.asm.Opcodes.I2C;
import static org.objectweb.asm.Opcodes.I2L;
import static org.objectweb.asm.Opcodes.I2S;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INTEGER;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.L2I;
import static org.objectweb.asm.Opcodes.RETURN;

import dev.hindsight.runtime.NativeCall;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Gives the native methods of a class another name, and puts methods in their place that record or replay the call. */
public final class ProgramNatives extends ClassVisitor {
    private static final String CALL = "dev/hindsight/runtime/NativeCall";
    private static final String CALL_TYPE = "L" + CALL + ";";
    /** Tells frames of this code from the program's. */
    private static final int LINE = 0xffff;

    /** The first version of class files whose methods describe their frames. */
    private static final int WITH_FRAMES = 50;

    private String self;
    private int version;

    private ProgramNatives(ClassVisitor next) {
        super(ASM9, next);
    }

    public static byte[] rewrite(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ProgramNatives(writer), 0);
        return writer.toByteArray();
    }

    @Override
    public void visit(int number, int access, String name, String signature, String superName, String[] interfaces) {
        self = name;
        version = number & 0xffff;
        super.visit(number, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
        if ((access & ACC_NATIVE) == 0) {
            return super.visitMethod(access, name, descriptor, signature, thrown);
        }
        int renamed = access & ACC_STATIC | ACC_PRIVATE | ACC_NATIVE | ACC_SYNTHETIC;
        super.visitMethod(renamed, NativeCall.PREFIX + name, descriptor, null, thrown)
                .visitEnd();
        MethodVisitor body = super.visitMethod(access & ~ACC_NATIVE, name, descriptor, signature, thrown);
        return new Body(body, (access & ACC_STATIC) != 0, name, descriptor);
    }

    /** Writes the code behind what the native has: annotations. */
    private final class Body extends MethodVisitor {
        private final boolean isStatic;
        private final String name;
        private final String descriptor;
        private final Type[] types;
        private final Type result;
        private int call;
        private int value;

        Body(MethodVisitor next, boolean isStatic, String name, String descriptor) {
            super(ASM9, next);
            this.isStatic = isStatic;
            this.name = name;
            this.descriptor = descriptor;
            this.types = Type.getArgumentTypes(descriptor);
            this.result = Type.getReturnType(descriptor);
        }

        @Override
        public void visitEnd() {
            call = isStatic ? 0 : 1;
            for (Type type : types) {
                call += type.getSize();
            }
            value = call + 1;
            mv.visitCode();
            Label start = new Label();
            mv.visitLabel(start);
            mv.visitLineNumber(LINE, start);
            begin();
            run();
            finish();
            mv.visitMaxs(0, 0);
            mv.visitEnd();
        }

        private void begin() {
            mv.visitLdcInsn(self.replace('/', '.') + "." + name + descriptor);
            mv.visitMethodInsn(INVOKESTATIC, CALL, "enter", "(Ljava/lang/String;)" + CALL_TYPE, false);
            mv.visitVarInsn(ASTORE, call);
            int local = 0;
            if (!isStatic) {
                in(Type.getObjectType(self), local++);
            }
            for (Type type : types) {
                in(type, local);
                local += type.getSize();
            }
            if (result != Type.VOID_TYPE) {
                zero();
                mv.visitVarInsn(result.getOpcode(ISTORE), value);
            }
        }

        private void in(Type type, int local) {
            mv.visitVarInsn(ALOAD, call);
            mv.visitVarInsn(type.getOpcode(ILOAD), local);
            mv.visitMethodInsn(INVOKEVIRTUAL, CALL, "in", "(" + passed(type) + ")V", false);
        }

        /** Makes a long of a primitive on the stack; returns what is there then. */
        private String passed(Type type) {
            switch (type.getSort()) {
                case Type.OBJECT, Type.ARRAY:
                    return "Ljava/lang/Object;";
                case Type.FLOAT:
                    mv.visitMethodInsn(INVOKESTATIC, "java/lang/Float", "floatToRawIntBits", "(F)I", false);
                    mv.visitInsn(I2L);
                    return "J";
                case Type.DOUBLE:
                    mv.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "doubleToRawLongBits", "(D)J", false);
                    return "J";
                case Type.LONG:
                    return "J";
                default:
                    mv.visitInsn(I2L);
                    return "J";
            }
        }

        private void zero() {
            mv.visitInsn(
                    switch (result.getSort()) {
                        case Type.LONG -> Opcodes.LCONST_0;
                        case Type.DOUBLE -> Opcodes.DCONST_0;
                        case Type.FLOAT -> Opcodes.FCONST_0;
                        case Type.OBJECT, Type.ARRAY -> Opcodes.ACONST_NULL;
                        default -> Opcodes.ICONST_0;
                    });
        }

        private void run() {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            Label done = new Label();
            mv.visitTryCatchBlock(start, end, handler, "java/lang/Throwable");
            mv.visitVarInsn(ALOAD, call);
            mv.visitMethodInsn(INVOKEVIRTUAL, CALL, "calls", "()Z", false);
            mv.visitJumpInsn(IFEQ, done);
            mv.visitLabel(start);
            int local = 0;
            if (!isStatic) {
                mv.visitVarInsn(ALOAD, local++);
            }
            for (Type type : types) {
                mv.visitVarInsn(type.getOpcode(ILOAD), local);
                local += type.getSize();
            }
            int opcode = isStatic ? INVOKESTATIC : INVOKESPECIAL;
            mv.visitMethodInsn(opcode, self, NativeCall.PREFIX + name, descriptor, false);
            mv.visitLabel(end);
            if (result != Type.VOID_TYPE) {
                mv.visitVarInsn(result.getOpcode(ISTORE), value);
            }
            Label over = new Label();
            mv.visitJumpInsn(Opcodes.GOTO, over);
            mv.visitLabel(handler);
            frame("java/lang/Throwable");
            int thrown = value + result.getSize();
            mv.visitVarInsn(ASTORE, thrown);
            mv.visitVarInsn(ALOAD, call);
            mv.visitVarInsn(ALOAD, thrown);
            mv.visitMethodInsn(INVOKEVIRTUAL, CALL, "threw", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;", false);
            mv.visitInsn(ATHROW);
            mv.visitLabel(done);
            mv.visitLabel(over);
            frame(null);
        }

        private void finish() {
            mv.visitVarInsn(ALOAD, call);
            if (result == Type.VOID_TYPE) {
                mv.visitMethodInsn(INVOKEVIRTUAL, CALL, "out", "()V", false);
                mv.visitInsn(RETURN);
                return;
            }
            mv.visitVarInsn(result.getOpcode(ILOAD), value);
            String type = passed(result);
            mv.visitMethodInsn(INVOKEVIRTUAL, CALL, "out", "(" + type + ")" + type, false);
            unpass();
            mv.visitInsn(result.getOpcode(IRETURN));
        }

        private void unpass() {
            switch (result.getSort()) {
                case Type.OBJECT, Type.ARRAY:
                    mv.visitTypeInsn(CHECKCAST, result.getInternalName());
                    break;
                case Type.FLOAT:
                    mv.visitInsn(L2I);
                    mv.visitMethodInsn(INVOKESTATIC, "java/lang/Float", "intBitsToFloat", "(I)F", false);
                    break;
                case Type.DOUBLE:
                    mv.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "longBitsToDouble", "(J)D", false);
                    break;
                case Type.LONG:
                    break;
                default:
                    mv.visitInsn(L2I);
                    if (result == Type.BYTE_TYPE) {
                        mv.visitInsn(I2B);
                    } else if (result == Type.SHORT_TYPE) {
                        mv.visitInsn(I2S);
                    } else if (result == Type.CHAR_TYPE) {
                        mv.visitInsn(I2C);
                    }
            }
        }

        /** @param thrown what lies on the stack; null for nothing */
        private void frame(String thrown) {
            if (version < WITH_FRAMES) {
                return;
            }
            List<Object> locals = new ArrayList<>();
            if (!isStatic) {
                locals.add(self);
            }
            for (Type type : types) {
                locals.add(verified(type));
            }
            locals.add(CALL);
            if (result != Type.VOID_TYPE) {
                locals.add(verified(result));
            }
            Object[] stack = thrown == null ? new Object[0] : new Object[] {thrown};
            mv.visitFrame(F_FULL, locals.size(), locals.toArray(), stack.length, stack);
        }

        private static Object verified(Type type) {
            return switch (type.getSort()) {
                case Type.LONG -> Opcodes.LONG;
                case Type.DOUBLE -> Opcodes.DOUBLE;
                case Type.FLOAT -> Opcodes.FLOAT;
                case Type.OBJECT, Type.ARRAY -> type.getInternalName();
                default -> INTEGER;
            };
        }
    }
}
