package dev.hindsight.bench.baseline;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.commons.LocalVariablesSorter;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** Gives a class what a recorder needs: accesses that go through accessors and, for Light, a word for each field. */
final class ClassRewriter extends ClassVisitor implements Opcodes {
    private final ClassLoader loader;
    private final ProgramClasses classes;
    private final Recorder.Kind recorder;
    private final Set<String> guarded;
    private final Set<String> busyMethods;
    private final Map<Accessor, String> accessors = new LinkedHashMap<>();
    private String name;
    private boolean isInterface;
    private boolean top;

    private record Accessor(Place place, boolean write) {}

    private ClassRewriter(
            ClassWriter writer,
            ClassLoader loader,
            ProgramClasses classes,
            Recorder.Kind recorder,
            Set<String> guarded,
            Set<String> busyMethods) {
        super(ASM9, writer);
        this.loader = loader;
        this.classes = classes;
        this.recorder = recorder;
        this.guarded = guarded;
        this.busyMethods = busyMethods;
    }

    /** @param byLock whether fields that a lock guards are left out */
    static byte[] rewrite(
            ClassReader reader, ClassLoader loader, ProgramClasses classes, Recorder.Kind recorder, boolean byLock)
            throws AnalyzerException {
        Set<String> guarded = byLock ? GuardedFields.of(reader, loader) : Set.of();
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassRewriter(writer, loader, classes, recorder, guarded, busyMethods(reader)),
                ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    /** Methods that need a log, so that others do not look for theirs. */
    private static Set<String> busyMethods(ClassReader reader) {
        Set<String> busy = new HashSet<>();
        reader.accept(
                new ClassVisitor(ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String generic, String[] exceptions) {
                        if (name.equals("<init>") || (access & ACC_SYNCHRONIZED) != 0) {
                            busy.add(name + descriptor);
                        }
                        return new BusyFinder(() -> busy.add(name + descriptor));
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return busy;
    }

    /** Tells whether a method has an instruction that is recorded. */
    private static final class BusyFinder extends MethodVisitor {
        private final Runnable found;

        BusyFinder(Runnable found) {
            super(ASM9);
            this.found = found;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            found.run();
        }

        @Override
        public void visitInsn(int opcode) {
            boolean array = opcode >= IALOAD && opcode <= SALOAD || opcode >= IASTORE && opcode <= SASTORE;
            if (array || opcode == MONITORENTER || opcode == MONITOREXIT) {
                found.run();
            }
        }
    }

    @Override
    public void visit(int version, int access, String name, String generic, String superName, String[] interfaces) {
        this.name = name;
        isInterface = (access & ACC_INTERFACE) != 0;
        top = recorder == Recorder.Kind.LIGHT && ProgramClasses.isTop(access, superName);
        super.visit(version, access, name, generic, superName, interfaces);
        if (top) {
            super.visitField(ACC_PUBLIC | ACC_SYNTHETIC | ACC_TRANSIENT, Place.ID, "J", null, null);
        }
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String generic, Object value) {
        if (recorder == Recorder.Kind.LIGHT && ProgramClasses.isRecorded(access)) {
            int kept = access & (ACC_PUBLIC | ACC_PROTECTED | ACC_PRIVATE | ACC_STATIC);
            super.visitField(kept | ACC_SYNTHETIC | ACC_TRANSIENT, Place.WORD + name, "J", null, null);
        }
        return super.visitField(access, name, descriptor, generic, value);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String generic, String[] exceptions) {
        MethodVisitor writer = super.visitMethod(access, name, descriptor, generic, exceptions);
        if (!busyMethods.contains(name + descriptor) || (access & (ACC_ABSTRACT | ACC_NATIVE)) != 0) {
            return new WaitRewriter(writer);
        }
        LocalVariablesSorter sorter = new LocalVariablesSorter(access, descriptor, new WaitRewriter(writer));
        MethodRewriter rewriter = new MethodRewriter(sorter, writer, this, access, top && name.equals("<init>"));
        AnalyzerAdapter types = new AnalyzerAdapter(this.name, access, name, descriptor, rewriter);
        rewriter.know(types);
        return types;
    }

    String name() {
        return name;
    }

    Recorder.Kind recorder() {
        return recorder;
    }

    /** Empty if it is not recorded. */
    Optional<Place> field(int opcode, String owner, String name, String descriptor) {
        if (owner.equals(this.name) && guarded.contains(name)) {
            return Optional.empty();
        }
        boolean isStatic = opcode == GETSTATIC || opcode == PUTSTATIC;
        return classes.field(loader, isStatic, owner, name, descriptor);
    }

    /** Calls the accessor for a place, with what the instruction would find on the stack, and the log, there. */
    void call(MethodVisitor code, Place place, boolean write) {
        String accessor = accessors.computeIfAbsent(new Accessor(place, write), key -> "h$access$" + accessors.size());
        String descriptor = AccessorWriter.descriptor(place, recorder, write);
        code.visitMethodInsn(INVOKESTATIC, name, accessor, descriptor, isInterface);
    }

    @Override
    public void visitEnd() {
        accessors.forEach((accessor, method) -> write(accessor.place(), accessor.write(), method));
        super.visitEnd();
    }

    private void write(Place place, boolean write, String method) {
        String descriptor = AccessorWriter.descriptor(place, recorder, write);
        int access = ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC;
        MethodVisitor code = super.visitMethod(access, method, descriptor, null, null);
        code.visitCode();
        AccessorWriter writer = new AccessorWriter(code, place, recorder, write);
        if (recorder == Recorder.Kind.LIGHT && write) {
            writer.lightWrite();
        } else if (recorder == Recorder.Kind.LIGHT) {
            writer.lightRead();
        } else if (write) {
            writer.leapWrite();
        } else {
            writer.leapRead();
        }
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
