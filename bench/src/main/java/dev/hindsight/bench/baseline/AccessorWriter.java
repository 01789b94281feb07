package dev.hindsight.bench.baseline;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the method through which a class reads or writes a place: the access with the recorder's protocol around it.
 *
 * <p>Its parameters are what the instruction finds on the stack, then the thread's log. What it throws for null, for an
 * index or for a store of the wrong type, it throws before it takes a lock.
 */
final class AccessorWriter implements Opcodes {
    private static final String FENCES = "java/lang/invoke/VarHandle";
    private static final String SHADOW = Type.getInternalName(Shadow.class);

    private final MethodVisitor code;
    private final Place place;
    private final String log;
    private final Type[] container;
    private final int valueLocal;
    private final int logLocal;
    /** Of an array; its words come after it. */
    private final int shadowLocal;

    private final int wordLocal;
    /** Of a read. */
    private final int resultLocal;

    private final List<Object> frame = new ArrayList<>();

    AccessorWriter(MethodVisitor code, Place place, Recorder.Kind recorder, boolean write) {
        this.code = code;
        this.place = place;
        log = Type.getInternalName(recorder.log());
        container = place.container();
        valueLocal = container.length;
        logLocal = valueLocal + (write ? place.type().getSize() : 0);
        shadowLocal = logLocal + 1;
        wordLocal = shadowLocal + (place.isArray() ? 2 : 0);
        resultLocal = wordLocal + 2;
    }

    static String descriptor(Place place, Recorder.Kind recorder, boolean write) {
        List<Type> parameters = new ArrayList<>(List.of(place.container()));
        if (write) {
            parameters.add(place.type());
        }
        parameters.add(Type.getType(recorder.log()));
        Type result = write ? Type.VOID_TYPE : place.type();
        return Type.getMethodDescriptor(result, parameters.toArray(Type[]::new));
    }

    void leapRead() {
        check(false);
        leap("enter");
        loadValue();
        code.visitVarInsn(place.type().getOpcode(ISTORE), resultLocal);
        leap("leave");
        code.visitVarInsn(place.type().getOpcode(ILOAD), resultLocal);
        code.visitInsn(place.type().getOpcode(IRETURN));
    }

    void leapWrite() {
        check(true);
        leap("enter");
        storeValue();
        leap("leave");
        code.visitInsn(RETURN);
    }

    private void leap(String method) {
        code.visitVarInsn(ALOAD, logLocal);
        constant(place.slot());
        code.visitMethodInsn(INVOKEVIRTUAL, log, method, "(I)V", false);
    }

    void lightRead() {
        Label known = new Label();
        loadShadow();
        loadWord();
        code.visitVarInsn(LSTORE, wordLocal);
        fence("acquireFence");
        loadValue();
        code.visitVarInsn(place.type().getOpcode(ISTORE), resultLocal);
        fence("acquireFence");
        code.visitVarInsn(ALOAD, logLocal);
        code.visitVarInsn(LLOAD, wordLocal);
        loadWord();
        code.visitMethodInsn(INVOKEVIRTUAL, log, "settled", "(JJ)Z", false);
        code.visitJumpInsn(IFNE, known);
        readLocked();
        code.visitLabel(known);
        frame();
        code.visitVarInsn(ALOAD, logLocal);
        location();
        code.visitVarInsn(LLOAD, wordLocal);
        code.visitMethodInsn(INVOKEVIRTUAL, log, "read", "(JIJ)V", false);
        code.visitVarInsn(place.type().getOpcode(ILOAD), resultLocal);
        code.visitInsn(place.type().getOpcode(IRETURN));
    }

    private void readLocked() {
        stripe("lock");
        loadWord();
        code.visitVarInsn(LSTORE, wordLocal);
        loadValue();
        code.visitVarInsn(place.type().getOpcode(ISTORE), resultLocal);
        storeWord(() -> {
            code.visitVarInsn(ALOAD, logLocal);
            code.visitVarInsn(LLOAD, wordLocal);
            code.visitMethodInsn(INVOKEVIRTUAL, log, "seen", "(J)J", false);
        });
        stripe("unlock");
    }

    void lightWrite() {
        check(true);
        loadShadow();
        stripe("lock");
        loadWord();
        code.visitVarInsn(LSTORE, wordLocal);
        storeWord(() -> code.visitLdcInsn(LightLog.BUSY));
        fence("releaseFence");
        storeValue();
        fence("releaseFence");
        storeWord(() -> {
            code.visitVarInsn(ALOAD, logLocal);
            code.visitMethodInsn(INVOKEVIRTUAL, log, "next", "()J", false);
        });
        stripe("unlock");
        code.visitVarInsn(ALOAD, logLocal);
        location();
        code.visitVarInsn(LLOAD, wordLocal);
        code.visitMethodInsn(INVOKEVIRTUAL, log, "wrote", "(JIJ)V", false);
        code.visitInsn(RETURN);
    }

    /** Throws what the access would. */
    private void check(boolean write) {
        switch (place.kind()) {
            case STATIC -> {}
            case FIELD -> {
                code.visitVarInsn(ALOAD, 0);
                code.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false);
                code.visitInsn(POP);
            }
            case ARRAY -> {
                loadValue();
                code.visitInsn(place.type().getSize() == 2 ? POP2 : POP);
                if (write && place.type().getSort() == Type.OBJECT) {
                    code.visitVarInsn(ALOAD, 0);
                    code.visitVarInsn(ALOAD, valueLocal);
                    invokeStatic(
                            Type.getInternalName(Hooks.class),
                            "checkStore",
                            "([Ljava/lang/Object;Ljava/lang/Object;)V");
                }
            }
        }
    }

    private void loadShadow() {
        if (place.isArray()) {
            code.visitVarInsn(ALOAD, logLocal);
            code.visitVarInsn(ALOAD, 0);
            code.visitMethodInsn(INVOKEVIRTUAL, log, "shadow", "(Ljava/lang/Object;)L" + SHADOW + ";", false);
            code.visitInsn(DUP);
            code.visitVarInsn(ASTORE, shadowLocal);
            code.visitFieldInsn(GETFIELD, SHADOW, "words", "[J");
            code.visitVarInsn(ASTORE, shadowLocal + 1);
        }
    }

    private void loadWord() {
        switch (place.kind()) {
            case STATIC -> code.visitFieldInsn(GETSTATIC, place.owner(), place.word(), "J");
            case FIELD -> {
                code.visitVarInsn(ALOAD, 0);
                code.visitFieldInsn(GETFIELD, place.owner(), place.word(), "J");
            }
            case ARRAY -> {
                code.visitVarInsn(ALOAD, shadowLocal + 1);
                code.visitVarInsn(ILOAD, 1);
                code.visitInsn(LALOAD);
            }
        }
    }

    private void storeWord(Runnable value) {
        switch (place.kind()) {
            case STATIC -> {
                value.run();
                code.visitFieldInsn(PUTSTATIC, place.owner(), place.word(), "J");
            }
            case FIELD -> {
                code.visitVarInsn(ALOAD, 0);
                value.run();
                code.visitFieldInsn(PUTFIELD, place.owner(), place.word(), "J");
            }
            case ARRAY -> {
                code.visitVarInsn(ALOAD, shadowLocal + 1);
                code.visitVarInsn(ILOAD, 1);
                value.run();
                code.visitInsn(LASTORE);
            }
        }
    }

    private void loadValue() {
        loadContainer();
        switch (place.kind()) {
            case STATIC -> code.visitFieldInsn(GETSTATIC, place.owner(), place.name(), descriptor());
            case FIELD -> code.visitFieldInsn(GETFIELD, place.owner(), place.name(), descriptor());
            case ARRAY -> code.visitInsn(place.type().getOpcode(IALOAD));
        }
    }

    private void storeValue() {
        loadContainer();
        code.visitVarInsn(place.type().getOpcode(ILOAD), valueLocal);
        switch (place.kind()) {
            case STATIC -> code.visitFieldInsn(PUTSTATIC, place.owner(), place.name(), descriptor());
            case FIELD -> code.visitFieldInsn(PUTFIELD, place.owner(), place.name(), descriptor());
            case ARRAY -> code.visitInsn(place.type().getOpcode(IASTORE));
        }
    }

    private String descriptor() {
        return place.type().getDescriptor();
    }

    private void loadContainer() {
        for (int i = 0; i < container.length; i++) {
            code.visitVarInsn(container[i].getOpcode(ILOAD), i);
        }
    }

    /** The paper chooses a lock by the field's place in its class, so all objects of a class share it. */
    private void stripe(String method) {
        if (place.isArray()) {
            code.visitVarInsn(ILOAD, 1);
        } else {
            constant(place.slot());
        }
        invokeStatic(log, method, "(I)V");
    }

    private void location() {
        switch (place.kind()) {
            case STATIC -> code.visitInsn(LCONST_0);
            case FIELD -> {
                code.visitVarInsn(ALOAD, 0);
                code.visitFieldInsn(GETFIELD, place.owner(), Place.ID, "J");
            }
            case ARRAY -> {
                code.visitVarInsn(ALOAD, shadowLocal);
                code.visitFieldInsn(GETFIELD, SHADOW, "id", "J");
            }
        }
        if (place.isArray()) {
            code.visitVarInsn(ILOAD, 1);
        } else {
            constant(place.slot());
        }
    }

    /** At the only label there is, that of a read. */
    private void frame() {
        for (Type type : container) {
            frame.add(frameType(type));
        }
        frame.add(log);
        if (place.isArray()) {
            frame.add(SHADOW);
            frame.add("[J");
        }
        frame.add(LONG);
        frame.add(frameType(place.type()));
        code.visitFrame(F_NEW, frame.size(), frame.toArray(), 0, new Object[0]);
    }

    static Object frameType(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> LONG;
            case Type.FLOAT -> FLOAT;
            case Type.DOUBLE -> DOUBLE;
            case Type.ARRAY, Type.OBJECT -> type.getInternalName();
            default -> INTEGER;
        };
    }

    private void fence(String name) {
        invokeStatic(FENCES, name, "()V");
    }

    private void constant(int value) {
        code.visitLdcInsn(value);
    }

    private void invokeStatic(String owner, String name, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, owner, name, descriptor, false);
    }
}
