package dev.hindsight.bench.baseline;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Light's O2: which fields of a class are only used while the monitor of their object is held.
 *
 * <p>The paper takes Chord's analysis of whole programs. This one sees what a class says of itself: a private field, used
 * in constructors and synchronized methods alone, and of {@code this} alone. What such a field refers to, as the array
 * behind a map, is another location and goes on being recorded. Reflection is not looked for.
 */
final class GuardedFields {
    private final ClassNode type = new ClassNode();
    private final Set<String> candidates = new HashSet<>();

    private GuardedFields(ClassReader reader) {
        reader.accept(type, 0);
        for (FieldNode field : type.fields) {
            boolean own = (field.access & Opcodes.ACC_PRIVATE) != 0 && (field.access & Opcodes.ACC_STATIC) == 0;
            if (own && ProgramClasses.isRecorded(field.access)) {
                candidates.add(field.name);
            }
        }
    }

    static Set<String> of(ClassReader reader, ClassLoader loader) throws AnalyzerException {
        GuardedFields fields = new GuardedFields(reader);
        for (MethodNode method : fields.type.methods) {
            fields.look(method);
        }
        fields.lookAtMates(loader);
        return fields.candidates;
    }

    private void look(MethodNode method) throws AnalyzerException {
        if (candidates.isEmpty()) {
            return;
        }
        boolean guarded = method.name.equals("<init>")
                || (method.access & Opcodes.ACC_SYNCHRONIZED) != 0 && (method.access & Opcodes.ACC_STATIC) == 0;
        Frame<BasicValue>[] frames = new Analyzer<>(new ThisInterpreter()).analyze(type.name, method);
        for (int i = 0; i < frames.length; i++) {
            AbstractInsnNode instruction = method.instructions.get(i);
            if (instruction instanceof FieldInsnNode access && access.owner.equals(type.name)) {
                if (!guarded || frames[i] == null || !(receiver(access, frames[i]) instanceof ThisValue)) {
                    candidates.remove(access.name);
                }
            }
        }
    }

    private static BasicValue receiver(FieldInsnNode access, Frame<BasicValue> frame) {
        int above = access.getOpcode() == Opcodes.PUTFIELD ? 2 : 1;
        return frame.getStackSize() < above ? null : frame.getStack(frame.getStackSize() - above);
    }

    /** Inner and outer classes see private fields. */
    private void lookAtMates(ClassLoader loader) {
        if (candidates.isEmpty()) {
            return;
        }
        String host = type.nestHostClass == null ? type.name : type.nestHostClass;
        List<String> mates = members(host, loader);
        for (String mate : mates) {
            Optional<ClassReader> reader = ProgramClasses.read(loader, mate);
            if (reader.isEmpty()) {
                candidates.clear();
            } else if (!mate.equals(type.name)) {
                removeUsed(reader.get());
            }
        }
    }

    private static List<String> members(String host, ClassLoader loader) {
        ClassNode node = new ClassNode();
        ProgramClasses.read(loader, host).ifPresent(reader -> reader.accept(node, ClassReader.SKIP_CODE));
        List<String> members = new java.util.ArrayList<>(List.of(host));
        if (node.nestMembers != null) {
            members.addAll(node.nestMembers);
        }
        return members;
    }

    private void removeUsed(ClassReader mate) {
        ClassNode node = new ClassNode();
        mate.accept(node, ClassReader.SKIP_FRAMES);
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof FieldInsnNode access && access.owner.equals(type.name)) {
                    candidates.remove(access.name);
                }
            }
        }
    }

    /** A value that is {@code this}. */
    private static final class ThisValue extends BasicValue {
        ThisValue(Type type) {
            super(type);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ThisValue;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** Follows {@code this} through copies. */
    private static final class ThisInterpreter extends BasicInterpreter {
        ThisInterpreter() {
            super(Opcodes.ASM9);
        }

        @Override
        public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
            return isInstanceMethod && local == 0 ? new ThisValue(type) : newValue(type);
        }

        /** What may be {@code this} or something else is something else. */
        @Override
        public BasicValue merge(BasicValue one, BasicValue other) {
            boolean onlyOne = one instanceof ThisValue != other instanceof ThisValue;
            return onlyOne && one.isReference() && other.isReference()
                    ? BasicValue.REFERENCE_VALUE
                    : super.merge(one, other);
        }
    }
}
