package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.AALOAD;
import static org.objectweb.asm.Opcodes.AASTORE;
import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_VOLATILE;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.BALOAD;
import static org.objectweb.asm.Opcodes.BASTORE;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.DUP2_X1;
import static org.objectweb.asm.Opcodes.DUP2_X2;
import static org.objectweb.asm.Opcodes.DUP_X1;
import static org.objectweb.asm.Opcodes.DUP_X2;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.MONITORENTER;
import static org.objectweb.asm.Opcodes.MONITOREXIT;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.PUTSTATIC;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.SALOAD;
import static org.objectweb.asm.Opcodes.SASTORE;

import dev.hindsight.runtime.NativeCall;
import dev.hindsight.runtime.StepLog;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Has a class of the program tell what it does with fields, elements of arrays, locks and those objects of the JDK that threads
 * may share. It comes last, when all other hooks are in place: it adds no place where a thread could wait.
 *
 * <p>What is done where is told once for each class, in lines with tabs: first {@code class, superclass, source file}, then
 * the names of fields that are volatile or final, and the names and descriptors of those that instances have, each behind a word
 * that says which it is; then the sites.
 */
public final class StepSites extends ClassVisitor {
    private static final String LOG = "dev/hindsight/runtime/StepLog";
    private static final String OBJECT = "Ljava/lang/Object;";

    /** Where objects of the JDK come from whose calls are told. */
    private static final String[] SHARED = {"java/util/", "java/text/", "java/lang/Thread"};

    /** Among those, what works on values alone. */
    private static final String[] ALONE = {
        "java/lang/ThreadLocal",
        "java/util/function/",
        "java/util/regex/",
        "java/util/stream/",
        "java/util/Objects",
        "java/util/Optional"
    };

    /** The methods with which code begins that is run on another thread. */
    private static final Set<String> HANDED = Set.of("run", "call", "get", "accept", "apply", "compute");

    /** The type of an array's elements, from IALOAD and from IASTORE on. */
    private static final String ELEMENTS = "IJFDLBCS";

    /** By method, how many variables it has, and its first line. */
    private final Map<String, int[]> methods;

    private final StringBuilder lines = new StringBuilder();
    private final int first;
    private int sites;
    private String self;
    private String parent;
    private String source;

    private StepSites(ClassVisitor next, Map<String, int[]> methods, int first) {
        super(ASM9, next);
        this.methods = methods;
        this.first = first;
    }

    /** A class with the hooks; null if it has no room for them. */
    public static byte[] rewrite(byte[] original) {
        try {
            ClassReader reader = new ClassReader(original);
            Map<String, int[]> methods = methods(reader);
            // Numbers of sites are taken when it is known how many there are, and do not change the code's length.
            StepSites counted = new StepSites(new ClassWriter(reader, 0), methods, 0);
            reader.accept(counted, 0);
            int first = StepLog.addClass(counted.head() + counted.lines, counted.sites);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new StepSites(writer, methods, first), 0);
            return writer.toByteArray();
        } catch (ClassTooLargeException | MethodTooLargeException e) {
            return null;
        }
    }

    private static Map<String, int[]> methods(ClassReader reader) {
        Map<String, int[]> found = new HashMap<>();
        reader.accept(
                new ClassVisitor(ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new MethodVisitor(ASM9) {
                            private int first;

                            @Override
                            public void visitLineNumber(int number, Label start) {
                                first = first == 0 ? number : first;
                            }

                            @Override
                            public void visitMaxs(int maxStack, int maxLocals) {
                                found.put(name + descriptor, new int[] {maxLocals, first});
                            }
                        };
                    }
                },
                ClassReader.SKIP_FRAMES);
        return found;
    }

    private String head() {
        return "class\t" + self + "\t" + parent + "\t" + source + "\n";
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        self = name;
        parent = superName;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public void visitSource(String file, String debug) {
        source = file;
        super.visitSource(file, debug);
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        if ((access & (ACC_VOLATILE | ACC_FINAL)) != 0) {
            lines.append((access & ACC_FINAL) != 0 ? "final\t" : "volatile\t")
                    .append(name)
                    .append('\n');
        }
        if ((access & ACC_STATIC) == 0 && !isAdded(name)) {
            lines.append("field\t").append(name).append('\t').append(descriptor).append('\n');
        }
        return super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        int[] facts = methods.get(name + descriptor);
        if (next == null || facts == null || isAdded(name)) {
            return next;
        }
        boolean handed = (access & (ACC_STATIC | ACC_PRIVATE)) == 0 && HANDED.contains(name);
        return new Told(next, name, facts, handed);
    }

    /** Whether a member is one that other hooks brought along. */
    private static boolean isAdded(String name) {
        return name.startsWith(NativeCall.PREFIX);
    }

    /** Whether calls of a class's methods are told. */
    private static boolean isShared(String owner) {
        return startsWithOne(owner, SHARED) && !startsWithOne(owner, ALONE);
    }

    private static boolean startsWithOne(String name, String... prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private final class Told extends MethodVisitor {
        private final String method;
        private final int free;
        private int line;
        /** How many objects are made but not initialised; one more in a constructor, which is one until it has called another. */
        private int unborn;

        private final boolean constructs;
        private boolean born;

        private final boolean handed;

        /** @param handed whether another thread may have handed the object over whose method it is */
        Told(MethodVisitor next, String method, int[] facts, boolean handed) {
            super(ASM9, next);
            this.handed = handed;
            this.method = method;
            this.free = facts[0];
            this.line = facts[1];
            this.constructs = method.equals("<init>");
            this.born = !constructs;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (handed) {
                mv.visitVarInsn(ALOAD, 0);
                mv.visitInsn(ACONST_NULL);
                site("begin", "", "", OBJECT);
                tell("field", "(" + OBJECT + OBJECT + "I)V");
            }
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        /** Pushes the number of a new site. */
        private void site(String kind, String owner, String name, String descriptor) {
            lines.append(kind)
                    .append('\t')
                    .append(method)
                    .append('\t')
                    .append(line)
                    .append('\t');
            lines.append(owner).append('\t').append(name).append('\t').append(descriptor);
            lines.append('\n');
            mv.visitLdcInsn(first + sites++);
        }

        private void tell(String name, String descriptor) {
            mv.visitMethodInsn(INVOKESTATIC, LOG, name, descriptor, false);
        }

        /** How a value of a type is handed over. */
        private static String kind(String descriptor) {
            return switch (descriptor.charAt(0)) {
                case 'J', 'F', 'D' -> descriptor;
                case 'L', '[' -> OBJECT;
                default -> "I";
            };
        }

        private static boolean isWide(String descriptor) {
            return descriptor.equals("J") || descriptor.equals("D");
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (isAdded(name)) {
                super.visitFieldInsn(opcode, owner, name, descriptor);
                return;
            }
            boolean wide = isWide(descriptor);
            String kind = kind(descriptor);
            switch (opcode) {
                case GETSTATIC -> {
                    super.visitFieldInsn(opcode, owner, name, descriptor);
                    mv.visitInsn(wide ? DUP2 : DUP);
                    site("read", owner, name, descriptor);
                    tell("value", "(" + kind + "I)V");
                }
                case PUTSTATIC -> {
                    mv.visitInsn(wide ? DUP2 : DUP);
                    site("write", owner, name, descriptor);
                    tell("value", "(" + kind + "I)V");
                    super.visitFieldInsn(opcode, owner, name, descriptor);
                }
                case GETFIELD -> {
                    mv.visitInsn(DUP);
                    super.visitFieldInsn(opcode, owner, name, descriptor);
                    mv.visitInsn(wide ? DUP2_X1 : DUP_X1);
                    site("read", owner, name, descriptor);
                    tell("field", "(" + OBJECT + kind + "I)V");
                }
                default -> write(owner, name, descriptor);
            }
        }

        private void write(String owner, String name, String descriptor) {
            if (born) {
                int load = Type.getType(descriptor).getOpcode(ILOAD);
                mv.visitVarInsn(load + ISTORE - ILOAD, free);
                mv.visitInsn(DUP);
                mv.visitVarInsn(load, free);
                site("write", owner, name, descriptor);
                tell("field", "(" + OBJECT + kind(descriptor) + "I)V");
                mv.visitVarInsn(load, free);
            }
            super.visitFieldInsn(PUTFIELD, owner, name, descriptor);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= IALOAD && opcode <= SALOAD) {
                read(opcode);
                return;
            }
            if (opcode >= IASTORE && opcode <= SASTORE) {
                storing(opcode);
            } else if (opcode == MONITORENTER || opcode == MONITOREXIT) {
                mv.visitInsn(DUP);
                mv.visitInsn(ACONST_NULL);
                site(opcode == MONITORENTER ? "enter" : "exit", "", "", OBJECT);
                tell("field", "(" + OBJECT + OBJECT + "I)V");
            } else if (opcode == RETURN && method.equals("<clinit>")) {
                site("initialised", self, "", OBJECT);
                tell("initialised", "(I)V");
            } else if (opcode == ATHROW) {
                mv.visitInsn(DUP);
                site("throw", "", "", OBJECT);
                tell("value", "(" + OBJECT + "I)V");
            }
            super.visitInsn(opcode);
        }

        private void read(int opcode) {
            String type = ELEMENTS.substring(opcode - IALOAD, opcode - IALOAD + 1);
            mv.visitInsn(DUP2);
            super.visitInsn(opcode);
            mv.visitInsn(isWide(type) ? DUP2_X2 : DUP_X2);
            site("read", "", "", opcode == BALOAD ? "" : type);
            tell("element", "(" + OBJECT + "I" + kind(type) + "I)V");
        }

        private void storing(int opcode) {
            String type = ELEMENTS.substring(opcode - IASTORE, opcode - IASTORE + 1);
            int load = opcode == AASTORE
                    ? ILOAD + AALOAD - IALOAD
                    : Type.getType(type).getOpcode(ILOAD);
            mv.visitVarInsn(load + ISTORE - ILOAD, free);
            mv.visitInsn(DUP2);
            mv.visitVarInsn(load, free);
            site("write", "", "", opcode == BASTORE ? "" : type);
            tell("element", "(" + OBJECT + "I" + kind(type) + "I)V");
            mv.visitVarInsn(load, free);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == NEW) {
                unborn++;
            }
            super.visitTypeInsn(opcode, type);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.equals(ThreadSites.HOOKS) && name.equals("enter")) {
                mv.visitInsn(DUP);
                mv.visitInsn(ACONST_NULL);
                site("want", "", "", OBJECT);
                tell("field", "(" + OBJECT + OBJECT + "I)V");
            }
            boolean waits = owner.equals(ThreadSites.HOOKS) && isOfObject(name);
            boolean shared = waits || opcode != INVOKESTATIC && !name.equals("<init>") && isShared(owner);
            if (shared) {
                called(waits ? "java/lang/Object" : owner, name, descriptor, waits);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (opcode == INVOKESPECIAL && name.equals("<init>")) {
                if (unborn > 0) {
                    unborn--;
                } else {
                    born = true;
                }
            }
            if (shared && !descriptor.endsWith("V")) {
                String result = descriptor.substring(descriptor.indexOf(')') + 1);
                mv.visitInsn(isWide(result) ? DUP2 : DUP);
                site("result", owner, name, result);
                tell("value", "(" + kind(result) + "I)V");
            }
        }

        private static boolean isOfObject(String hook) {
            return hook.equals("wait") || hook.equals("notify") || hook.equals("notifyAll");
        }

        /** @param first whether the object is the first argument of a hook */
        private void called(String owner, String name, String descriptor, boolean first) {
            Type[] types = Type.getArgumentTypes(descriptor);
            int from = first ? 1 : 0;
            int[] places = new int[types.length];
            int next = free;
            for (int i = types.length - 1; i >= from; i--) {
                places[i] = next;
                mv.visitVarInsn(types[i].getOpcode(ISTORE), next);
                next += types[i].getSize();
            }
            mv.visitInsn(DUP);
            if (types.length > from && types[from].getSort() >= Type.ARRAY) {
                mv.visitVarInsn(types[from].getOpcode(ILOAD), places[from]);
            } else {
                mv.visitInsn(ACONST_NULL);
            }
            site("call", owner, name, descriptor);
            tell("field", "(" + OBJECT + OBJECT + "I)V");
            for (int i = from; i < types.length; i++) {
                mv.visitVarInsn(types[i].getOpcode(ILOAD), places[i]);
            }
        }
    }
}
