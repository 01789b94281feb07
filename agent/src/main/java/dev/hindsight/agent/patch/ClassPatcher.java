package dev.hindsight.agent.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Sends calls of public natives, and looks at references, to the hooks by editing the constant pool alone.
 *
 * <p>A call names its target by a constant. Pointing the constant at a static method of the hooks with the same name moves
 * all its calls, and the method handles and method references made from it, without touching code or frames; for an
 * instance method the receiver becomes the first parameter, and {@code invokevirtual} becomes {@code invokestatic}, which
 * is just as long. A class without such a constant is recognised in one pass over its pool.
 *
 * <p>A call may name a subclass instead, and nothing tells here which classes are subclasses. So a class that extends the
 * owner of such a native directly gets a method that overrides it and goes to the hook: whoever calls it, by whatever name,
 * comes there. A call to the superclass goes to a hook of its own, which does not look for overriding methods.
 */
public final class ClassPatcher {
    /**
     * A public native whose calls go to the method of the same name in the hooks.
     *
     * @param receiver the hook's first parameter, if it is not static: the owner or a class above it
     * @param isOpen whether the owner can have subclasses; then {@code superName} is another method in the hooks
     */
    public record Target(
            String owner, String name, String descriptor, String receiver, boolean isStatic, boolean isOpen) {
        Target(String owner, String name, String descriptor, boolean isStatic, boolean isOpen) {
            this(owner, name, descriptor, owner, isStatic, isOpen);
        }

        String superName() {
            return "super" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        }

        String hookDescriptor() {
            return isStatic ? descriptor : "(L" + receiver + ";" + descriptor.substring(1);
        }
    }

    private static final String HOOKS = "dev/hindsight/runtime/CallHooks";
    private static final int INVOKESPECIAL = 183;
    private static final int INVOKESTATIC = 184;
    private static final int REF_INVOKE_STATIC = 6;
    private static final int REF_INVOKE_SPECIAL = 7;

    /** The classes of the JDK's base through which programs see what the collector decided. */
    private static final Set<String> FOR_REFERENCES = Set.of("java/util/WeakHashMap", "jdk/internal/ref/CleanerImpl");

    private static final String FINALIZERS = "java/lang/ref/Finalizer$";

    /** What the JDK's classes call is sent to the hooks, too. */
    private final List<Target> natives;

    private final List<Target> all;

    /** @param references what only the program's calls are sent to the hooks for, and those of a few of the JDK's classes */
    public ClassPatcher(List<Target> natives, List<Target> references) {
        this.natives = natives;
        this.all = new ArrayList<>(natives);
        all.addAll(references);
    }

    /**
     * A class of the JDK with its calls patched, or null if there is nothing to patch.
     *
     * @param inBase whether it is of the base module, most of whose classes look at references for themselves only
     */
    public byte[] patchCalls(String name, byte[] original, boolean inBase) {
        boolean seesCollector = !inBase
                || FOR_REFERENCES.contains(name)
                || name.startsWith("java/util/WeakHashMap$")
                || name.startsWith(FINALIZERS);
        return patchCalls(original, new ConstantPool(original), false, seesCollector ? all : natives);
    }

    /**
     * The patched class, or null if there is nothing to patch.
     *
     * @param extensible whether methods may be added
     */
    public byte[] patch(byte[] original, boolean extensible) {
        ConstantPool pool = new ConstantPool(original);
        byte[] patched = patchCalls(original, pool, extensible, mentionsReferences(pool) ? all : natives);
        byte[] entered = LoaderEntry.mayBeIn(pool) ? LoaderEntry.patch(patched == null ? original : patched) : null;
        return entered == null ? patched : entered;
    }

    private static byte[] patchCalls(byte[] original, ConstantPool pool, boolean extensible, List<Target> targets) {
        boolean extended = extensible && extendsOwner(pool, targets);
        if (!extended && !mentionsTarget(pool, targets)) {
            return null;
        }
        Patch patch = null;
        for (int i = 1; i < pool.count(); i++) {
            Target target = pool.isMethod(i) ? target(original, pool, i, targets) : null;
            if (target != null) {
                if (patch == null) {
                    patch = new Patch(original.clone(), pool);
                }
                patch.redirect(i, target);
            }
        }
        if (extended) {
            if (patch == null) {
                patch = new Patch(original.clone(), pool);
            }
            for (Target target : targets) {
                if (target.isOpen() && pool.textEquals(pool.superclass(), target.owner())) {
                    patch.override(target);
                }
            }
        }
        return patch == null ? null : patch.finish();
    }

    /** Most classes do not, and need not be looked through for them. */
    private static boolean mentionsReferences(ConstantPool pool) {
        for (int i = 1; i < pool.count(); i++) {
            if (pool.isText(i) && pool.textStarts(i, "java/lang/ref/")) {
                return true;
            }
        }
        return false;
    }

    /** Whether the class extends the owner of a target directly. */
    private static boolean extendsOwner(ConstantPool pool, List<Target> targets) {
        for (Target target : targets) {
            if (target.isOpen() && pool.superclass() != 0 && pool.textEquals(pool.superclass(), target.owner())) {
                return true;
            }
        }
        return false;
    }

    private static boolean mentionsTarget(ConstantPool pool, List<Target> targets) {
        for (int i = 1; i < pool.count(); i++) {
            if (pool.isText(i)) {
                for (Target target : targets) {
                    if (pool.textEquals(i, target.name())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static Target target(byte[] original, ConstantPool pool, int index, List<Target> targets) {
        int nameAndType = pool.second(index);
        for (Target target : targets) {
            if (pool.textEquals(pool.first(nameAndType), target.name())
                    && pool.textEquals(pool.second(nameAndType), target.descriptor())
                    && (pool.textEquals(pool.first(pool.first(index)), target.owner())
                            || inherits(original, pool, index, target))) {
                return target;
            }
        }
        return null;
    }

    /** Whether a class means a static method of its superclass although it names itself, as compilers do. */
    private static boolean inherits(byte[] original, ConstantPool pool, int index, Target target) {
        return target.isStatic()
                && pool.superclass() != 0
                && pool.textEquals(pool.superclass(), target.owner())
                && pool.first(pool.first(index)) == pool.itself()
                && new ClassFile(original, pool).method(target.name(), target.descriptor()) == 0;
    }

    /** The changes to one class. */
    private static final class Patch {
        private final byte[] code;
        private final ConstantPool pool;
        private final ClassFile file;
        private final AddedConstants added;
        private final Added methods = new Added();
        private final boolean[] virtual;
        /** For each constant that calls of the superclass must not use any more, the one they use. */
        private final int[] special;

        private final String[] owners;
        private int hooksClass;
        private boolean anyVirtual;

        Patch(byte[] code, ConstantPool pool) {
            this.code = code;
            this.pool = pool;
            this.file = new ClassFile(code, pool);
            this.added = new AddedConstants(pool.count());
            this.virtual = new boolean[pool.count()];
            this.special = new int[pool.count()];
            this.owners = new String[pool.count()];
        }

        private int hooksClass() {
            if (hooksClass == 0) {
                hooksClass = added.type(HOOKS);
            }
            return hooksClass;
        }

        void redirect(int index, Target target) {
            int at = pool.offset(index);
            code[at] = 10;
            putShort(at + 1, hooksClass());
            if (!target.isStatic()) {
                putShort(at + 3, added.nameAndType(pool.first(pool.second(index)), target.hookDescriptor()));
                virtual[index] = true;
                special[index] = target.isOpen() ? addHook(target) : index;
                owners[index] = target.receiver();
                anyVirtual = true;
            }
        }

        /** Adds a method that goes to the hook, unless the class has one of its own. */
        void override(Target target) {
            if (file.method(target.name(), target.descriptor()) != 0) {
                return;
            }
            int hook = addHook(target);
            boolean fails = target.owner().startsWith("java/io/");
            methods.begin(
                    added.text(target.name()), added.text(target.descriptor()), added.text("Code"), fails ? 2 : 1);
            methods.code(hook, target.descriptor(), added.text("LineNumberTable"));
            if (fails) {
                methods.exceptions(added.text("Exceptions"), added.type("java/io/IOException"));
            }
        }

        private int addHook(Target target) {
            return added.method(hooksClass(), target.superName(), target.hookDescriptor());
        }

        byte[] finish() {
            int methodsEnd = file.attributes();
            if (anyVirtual) {
                patchMethods();
                patchHandles();
                patchCallSites(methodsEnd);
            }
            if (methods.count() > 0) {
                int counted = file.methods();
                putShort(counted, file.shortAt(counted) + methods.count());
            }
            byte[] extra = added.toByteArray();
            byte[] more = methods.toByteArray();
            byte[] result = new byte[code.length + extra.length + more.length];
            int end = pool.end();
            System.arraycopy(code, 0, result, 0, end);
            System.arraycopy(extra, 0, result, end, extra.length);
            System.arraycopy(code, end, result, end + extra.length, methodsEnd - end);
            System.arraycopy(more, 0, result, methodsEnd + extra.length, more.length);
            System.arraycopy(
                    code, methodsEnd, result, methodsEnd + extra.length + more.length, code.length - methodsEnd);
            result[8] = (byte) (added.count() >>> 8);
            result[9] = (byte) added.count();
            return result;
        }

        private void patchHandles() {
            for (int i = 1; i < pool.count(); i++) {
                if (pool.isHandle(i) && virtual[pool.handleTarget(i)]) {
                    int at = pool.offset(i);
                    if (code[at + 1] == REF_INVOKE_SPECIAL) {
                        putShort(at + 2, special[pool.handleTarget(i)]);
                    }
                    code[at + 1] = REF_INVOKE_STATIC;
                }
            }
        }

        /**
         * A method reference whose receiver is captured passes it on as what it is, maybe a subclass; a static method must
         * be handed exactly what it declares.
         */
        private void patchCallSites(int classAttributes) {
            int table = file.attribute(classAttributes, "BootstrapMethods");
            for (int i = 1; table != 0 && i < pool.count(); i++) {
                String owner = pool.isCallSite(i) ? captured(table + 6, pool.first(i)) : null;
                if (owner != null) {
                    int nameAndType = pool.second(i);
                    String old = pool.text(pool.second(nameAndType));
                    int end = old.indexOf(';');
                    if (old.startsWith("(L") && !old.startsWith("(L" + owner + ";")) {
                        String descriptor = "(L" + owner + old.substring(end);
                        putShort(pool.offset(i) + 3, added.nameAndType(pool.first(nameAndType), descriptor));
                    }
                }
            }
        }

        /** The owner of the target that a bootstrap method makes a function of, or null. */
        private String captured(int table, int index) {
            int at = table + 2;
            for (int i = 0; i < index; i++) {
                at += 4 + 2 * file.shortAt(at + 2);
            }
            int bootstrap = pool.handleTarget(file.shortAt(at));
            if (!pool.textEquals(pool.first(pool.first(bootstrap)), "java/lang/invoke/LambdaMetafactory")) {
                return null;
            }
            for (int i = 0; i < file.shortAt(at + 2); i++) {
                int argument = file.shortAt(at + 4 + 2 * i);
                if (pool.isHandle(argument) && pool.handleTarget(argument) < virtual.length) {
                    String owner = owners[pool.handleTarget(argument)];
                    if (owner != null) {
                        return owner;
                    }
                }
            }
            return null;
        }

        private void patchMethods() {
            for (int method : file.eachMethod()) {
                int instructions = file.codeOf(method);
                if (instructions != 0) {
                    patchInstructions(instructions + ClassFile.CODE, file.codeLength(instructions));
                }
            }
        }

        private void patchInstructions(int start, int length) {
            int at = start;
            while (at < start + length) {
                int opcode = file.byteAt(at);
                boolean call = opcode == Instructions.INVOKEVIRTUAL || opcode == INVOKESPECIAL;
                if (call && file.shortAt(at + 1) < virtual.length && virtual[file.shortAt(at + 1)]) {
                    code[at] = (byte) INVOKESTATIC;
                    if (opcode == INVOKESPECIAL) {
                        putShort(at + 1, special[file.shortAt(at + 1)]);
                    }
                }
                at += Instructions.length(code, at, start);
            }
        }

        private void putShort(int at, int value) {
            code[at] = (byte) (value >>> 8);
            code[at + 1] = (byte) value;
        }
    }
}
