package dev.hindsight.bench.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.commons.LocalVariablesSorter;

/**
 * Has a method use accessors, and tell of the monitors it takes and leaves.
 *
 * <p>The thread's log is looked up once, at the beginning, into a local variable of its own. What is added goes to the
 * writer directly, past the sorter that renumbers the method's own variables.
 */
final class MethodRewriter extends MethodVisitor implements Opcodes {
    private static final String SHADOWED = "(Ljava/lang/Object;)V";

    private final LocalVariablesSorter sorter;
    private final MethodVisitor writer;
    private final ClassRewriter type;
    private final String log;
    private final boolean isStatic;
    private final boolean isSynchronized;
    private final boolean givesId;
    private final List<Handler> handlers = new ArrayList<>();
    private final Label bodyStart = new Label();
    private AnalyzerAdapter types;
    private int logLocal;
    /** Where a monitor was just entered; null elsewhere. */
    private Label entered;

    private record Handler(Label start, Label handler, String type) {}

    MethodRewriter(LocalVariablesSorter sorter, MethodVisitor writer, ClassRewriter type, int access, boolean givesId) {
        super(ASM9, sorter);
        this.sorter = sorter;
        this.writer = writer;
        this.type = type;
        this.givesId = givesId;
        log = Type.getInternalName(type.recorder().log());
        isStatic = (access & ACC_STATIC) != 0;
        isSynchronized = (access & ACC_SYNCHRONIZED) != 0;
    }

    /** What is on the stack before each instruction. */
    void know(AnalyzerAdapter types) {
        this.types = types;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        logLocal = sorter.newLocal(Type.getType(type.recorder().log()));
        writer.visitMethodInsn(INVOKESTATIC, log, "log", "()L" + log + ";", false);
        writer.visitVarInsn(ASTORE, logLocal);
        if (givesId) {
            writer.visitVarInsn(ALOAD, 0);
            writer.visitVarInsn(ALOAD, logLocal);
            writer.visitMethodInsn(INVOKEVIRTUAL, log, "objectId", "()J", false);
            writer.visitFieldInsn(PUTFIELD, type.name(), Place.ID, "J");
        }
        if (isSynchronized) {
            tellOfOwn("acquired");
            writer.visitLabel(bodyStart);
        }
    }

    private void tellOfOwn(String hook) {
        writer.visitVarInsn(ALOAD, logLocal);
        loadOwnMonitor();
        writer.visitMethodInsn(INVOKEVIRTUAL, log, hook, SHADOWED, false);
    }

    private void loadOwnMonitor() {
        if (isStatic) {
            writer.visitLdcInsn(Type.getObjectType(type.name()));
        } else {
            writer.visitVarInsn(ALOAD, 0);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        entered = null;
        Optional<Place> place = type.field(opcode, owner, name, descriptor);
        boolean write = opcode == PUTFIELD || opcode == PUTSTATIC;
        if (place.isEmpty() || !known(place.get(), write)) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
            return;
        }
        writer.visitVarInsn(ALOAD, logLocal);
        type.call(writer, place.get(), write);
    }

    /** An object under construction cannot be passed on. */
    private boolean known(Place place, boolean write) {
        if (place.kind() == Place.Kind.STATIC) {
            return true;
        }
        int depth = 1 + (write ? place.type().getSize() : 0);
        return types.stack != null && types.stack.get(types.stack.size() - depth) instanceof String;
    }

    @Override
    public void visitInsn(int opcode) {
        entered = null;
        if (opcode >= IALOAD && opcode <= SALOAD) {
            array(opcode, 2, false);
        } else if (opcode >= IASTORE && opcode <= SASTORE) {
            array(opcode, opcode == LASTORE || opcode == DASTORE ? 4 : 3, true);
        } else if (opcode == MONITORENTER) {
            enter();
        } else if (opcode == MONITOREXIT) {
            writer.visitInsn(DUP);
            tellOfTop("releasing");
            super.visitInsn(opcode);
        } else {
            if (isSynchronized && opcode >= IRETURN && opcode <= RETURN) {
                tellOfOwn("releasing");
            }
            super.visitInsn(opcode);
        }
    }

    private void array(int opcode, int depth, boolean write) {
        Object array = types.stack == null ? null : types.stack.get(types.stack.size() - depth);
        if (!(array instanceof String descriptor) || !descriptor.startsWith("[")) {
            super.visitInsn(opcode);
            return;
        }
        writer.visitVarInsn(ALOAD, logLocal);
        type.call(writer, ProgramClasses.array(descriptor), write);
        if (opcode == AALOAD) {
            writer.visitTypeInsn(
                    CHECKCAST, Type.getType(descriptor.substring(1)).getInternalName());
        }
    }

    private void enter() {
        writer.visitInsn(DUP);
        super.visitInsn(MONITORENTER);
        entered = new Label();
        writer.visitLabel(entered);
        tellOfTop("acquired");
    }

    private void tellOfTop(String hook) {
        writer.visitVarInsn(ALOAD, logLocal);
        writer.visitInsn(SWAP);
        writer.visitMethodInsn(INVOKEVIRTUAL, log, hook, SHADOWED, false);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        handlers.add(new Handler(start, handler, type));
        super.visitTryCatchBlock(start, end, handler, type);
    }

    /** The JVM does not compile methods where an exception could leave a monitor locked, so hooks are inside, too. */
    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        if (entered != null) {
            for (Handler handler : handlers) {
                if (handler.start() == label && handler.type() == null) {
                    writer.visitTryCatchBlock(entered, label, handler.handler(), null);
                }
            }
            entered = null;
        }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (isSynchronized) {
            Label end = new Label();
            writer.visitLabel(end);
            Object[] locals = isStatic ? new Object[0] : new Object[] {type.name()};
            writer.visitFrame(F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
            loadOwnMonitor();
            writer.visitMethodInsn(INVOKESTATIC, Type.getInternalName(Hooks.class), "releasing", SHADOWED, false);
            writer.visitInsn(ATHROW);
            writer.visitTryCatchBlock(bodyStart, end, end, null);
        }
        super.visitMaxs(maxStack, maxLocals);
    }
}
