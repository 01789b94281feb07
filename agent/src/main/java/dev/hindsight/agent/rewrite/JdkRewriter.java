package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.LRETURN;

import dev.hindsight.agent.patch.Polls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;

/** Rewrites classes of the JDK that call recorded natives or have a spliced method. */
final class JdkRewriter {
    /** Its superclass has public natives that the program reaches through an interface: here they are called. */
    private static final String OVERRIDES = "com/sun/management/internal/GarbageCollectorExtImpl";

    private final NativeSites sites;

    JdkRewriter(NativeSites sites) {
        this.sites = sites;
    }

    /** The rewritten class, or null if it can stay as it is. */
    byte[] rewrite(String name, byte[] original) {
        return Splices.has(name) || OVERRIDES.equals(name) || sites.mentions(original)
                ? rewrite(name, original, false)
                : null;
    }

    /** The rewritten class for threads that take turns, or null if it needs no more than {@link #rewrite} does. */
    byte[] rewriteForTurns(String name, byte[] original) {
        return ThreadSites.concerns(name, original) ? rewrite(name, original, true) : null;
    }

    private byte[] rewrite(String name, byte[] original, boolean turns) {
        ClassReader reader = new ClassReader(original);
        Map<String, Integer> locals = locals(reader);
        ClassHierarchy hierarchy = new ClassHierarchy(name, reader.getSuperName());
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                return hierarchy.commonSuperclass(one, other);
            }
        };
        ClassVisitor natives = new ClassVisitor(ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String method, String descriptor, String signature, String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
                int free = locals.getOrDefault(method + descriptor, 0);
                MethodVisitor wrapper = new NativeCallWrapper(next, sites, name, free + 2);
                return Splices.splice(name, method, descriptor, wrapper, free);
            }

            @Override
            public void visitEnd() {
                if (OVERRIDES.equals(name)) {
                    for (String method : List.of("getCollectionCount", "getCollectionTime")) {
                        MethodVisitor added = visitMethod(ACC_PUBLIC, method, "()J", null, null);
                        added.visitCode();
                        added.visitVarInsn(ALOAD, 0);
                        added.visitMethodInsn(INVOKESPECIAL, reader.getSuperName(), method, "()J", false);
                        added.visitInsn(LRETURN);
                        added.visitMaxs(0, 0);
                        added.visitEnd();
                    }
                }
                super.visitEnd();
            }
        };
        reader.accept(
                turns
                        ? new ThreadSites(
                                natives,
                                true,
                                ThreadSites.spins(name) ? Polls.EVERYWHERE : Polls.NOWHERE,
                                Map.of(),
                                null,
                                true,
                                null)
                        : natives,
                ClassReader.SKIP_FRAMES);
        return writer.toByteArray();
    }

    private static Map<String, Integer> locals(ClassReader reader) {
        Map<String, Integer> locals = new HashMap<>();
        reader.accept(
                new ClassVisitor(ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String method, String descriptor, String signature, String[] exceptions) {
                        return new MethodVisitor(ASM9) {
                            @Override
                            public void visitMaxs(int maxStack, int maxLocals) {
                                locals.put(method + descriptor, maxLocals);
                            }
                        };
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return locals;
    }
}
