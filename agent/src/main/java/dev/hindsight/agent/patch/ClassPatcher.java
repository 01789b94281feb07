package dev.hindsight.agent.patch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sends calls of public natives to the hooks by editing the constant pool alone.
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
     * @param isOpen whether the owner can have subclasses; then {@code superName} is another method in the hooks
     */
    public record Target(String owner, String name, String descriptor, boolean isStatic, boolean isOpen) {
        String superName() {
            return "super" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        }

        String hookDescriptor() {
            return isStatic ? descriptor : "(L" + owner + ";" + descriptor.substring(1);
        }
    }

    private static final String HOOKS = "dev/hindsight/runtime/CallHooks";
    private static final int INVOKEVIRTUAL = 182;
    private static final int INVOKESPECIAL = 183;
    private static final int INVOKESTATIC = 184;
    private static final int REF_INVOKE_STATIC = 6;
    private static final int REF_INVOKE_SPECIAL = 7;

    private final List<Target> targets;

    public ClassPatcher(List<Target> targets) {
        this.targets = targets;
    }

    /** The patched class, or null if there is nothing to patch. */
    public byte[] patch(byte[] original) {
        return patch(original, false);
    }

    /**
     * The patched class, or null if there is nothing to patch.
     *
     * @param extensible whether methods may be added
     */
    public byte[] patch(byte[] original, boolean extensible) {
        ConstantPool pool = new ConstantPool(original);
        boolean extended = extensible && extendsOwner(pool);
        if (!extended && !mentionsTarget(pool)) {
            return null;
        }
        Patch patch = null;
        for (int i = 1; i < pool.count(); i++) {
            Target target = pool.isMethod(i) ? target(pool, i) : null;
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

    /** Whether the class extends the owner of a target directly. */
    public boolean extendsOwner(byte[] original) {
        return extendsOwner(new ConstantPool(original));
    }

    private boolean extendsOwner(ConstantPool pool) {
        for (Target target : targets) {
            if (target.isOpen() && pool.superclass() != 0 && pool.textEquals(pool.superclass(), target.owner())) {
                return true;
            }
        }
        return false;
    }

    private boolean mentionsTarget(ConstantPool pool) {
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

    private Target target(ConstantPool pool, int index) {
        int nameAndType = pool.second(index);
        for (Target target : targets) {
            if (pool.textEquals(pool.first(nameAndType), target.name())
                    && pool.textEquals(pool.second(nameAndType), target.descriptor())
                    && pool.textEquals(pool.first(pool.first(index)), target.owner())) {
                return target;
            }
        }
        return null;
    }

    /** The changes to one class. */
    private static final class Patch {
        private final byte[] code;
        private final ConstantPool pool;
        private final ByteArrayOutputStream added = new ByteArrayOutputStream();
        private final Added methods = new Added();
        private final boolean[] virtual;
        /** For each constant that calls of the superclass must not use any more, the one they use. */
        private final int[] special;

        private final String[] owners;
        private int count;
        private int hooksClass;
        private boolean anyVirtual;

        Patch(byte[] code, ConstantPool pool) {
            this.code = code;
            this.pool = pool;
            this.count = pool.count();
            this.virtual = new boolean[pool.count()];
            this.special = new int[pool.count()];
            this.owners = new String[pool.count()];
        }

        private int hooksClass() {
            if (hooksClass == 0) {
                hooksClass = addClass(HOOKS);
            }
            return hooksClass;
        }

        void redirect(int index, Target target) {
            int at = pool.offset(index);
            code[at] = 10;
            putShort(at + 1, hooksClass());
            if (!target.isStatic()) {
                int descriptor = addText(target.hookDescriptor());
                added.write(12);
                addShort(pool.first(pool.second(index)));
                addShort(descriptor);
                putShort(at + 3, count++);
                virtual[index] = true;
                special[index] = target.isOpen() ? addHook(target.superName(), target) : index;
                owners[index] = target.owner();
                anyVirtual = true;
            }
        }

        /** Adds a method that goes to the hook, unless the class has one of its own. */
        void override(Target target) {
            if (declares(target)) {
                return;
            }
            boolean takesLong = target.descriptor().startsWith("(J)");
            int hook = addHook(target.superName(), target);
            methods.begin(addText(target.name()), addText(target.descriptor()), addText("Code"));
            methods.code(hook, takesLong, target.descriptor().endsWith("J"), addText("LineNumberTable"));
            methods.exceptions(addText("Exceptions"), addClass("java/io/IOException"));
        }

        private int addHook(String name, Target target) {
            int owner = hooksClass();
            int nameText = addText(name);
            int descriptor = addText(target.hookDescriptor());
            added.write(12);
            addShort(nameText);
            addShort(descriptor);
            int nameAndType = count++;
            added.write(10);
            addShort(owner);
            addShort(nameAndType);
            return count++;
        }

        private int addClass(String name) {
            int text = addText(name);
            added.write(7);
            addShort(text);
            return count++;
        }

        byte[] finish() {
            int methodsEnd = walk(anyVirtual, null);
            if (anyVirtual) {
                patchHandles();
                patchCallSites(methodsEnd);
            }
            if (methods.count() > 0) {
                putShort(methodsAt(), shortAt(methodsAt()) + methods.count());
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
            result[8] = (byte) (count >>> 8);
            result[9] = (byte) count;
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
            int table = bootstrapMethods(classAttributes);
            for (int i = 1; table != 0 && i < pool.count(); i++) {
                String owner = pool.isCallSite(i) ? captured(table, pool.first(i)) : null;
                if (owner != null) {
                    int nameAndType = pool.second(i);
                    String old = pool.text(pool.second(nameAndType));
                    int end = old.indexOf(';');
                    if (old.startsWith("(L") && !old.startsWith("(L" + owner + ";")) {
                        int descriptor = addText("(L" + owner + old.substring(end));
                        added.write(12);
                        addShort(pool.first(nameAndType));
                        addShort(descriptor);
                        putShort(pool.offset(i) + 3, count++);
                    }
                }
            }
        }

        /** The owner of the target that a bootstrap method makes a function of, or null. */
        private String captured(int table, int index) {
            int at = table + 2;
            for (int i = 0; i < index; i++) {
                at += 4 + 2 * shortAt(at + 2);
            }
            int bootstrap = pool.handleTarget(shortAt(at));
            if (!pool.textEquals(pool.first(pool.first(bootstrap)), "java/lang/invoke/LambdaMetafactory")) {
                return null;
            }
            for (int i = 0; i < shortAt(at + 2); i++) {
                int argument = shortAt(at + 4 + 2 * i);
                if (pool.isHandle(argument) && pool.handleTarget(argument) < virtual.length) {
                    String owner = owners[pool.handleTarget(argument)];
                    if (owner != null) {
                        return owner;
                    }
                }
            }
            return null;
        }

        /** Where the table of bootstrap methods begins; 0 if there is none. */
        private int bootstrapMethods(int classAttributes) {
            int at = classAttributes + 2;
            for (int i = 0; i < shortAt(classAttributes); i++) {
                if (pool.textEquals(shortAt(at), "BootstrapMethods")) {
                    return at + 6;
                }
                at += 6 + intAt(at + 2);
            }
            return 0;
        }

        private boolean declares(Target target) {
            return walk(false, target) < 0;
        }

        /** Where the number of methods stands. */
        private int methodsAt() {
            int at = pool.end() + 6;
            at += 2 + 2 * shortAt(at);
            int fields = shortAt(at);
            at += 2;
            for (int f = 0; f < fields; f++) {
                at = behindMember(at);
            }
            return at;
        }

        private int behindMember(int member) {
            int attributes = shortAt(member + 6);
            int at = member + 8;
            for (int a = 0; a < attributes; a++) {
                at += 6 + intAt(at + 2);
            }
            return at;
        }

        /**
         * Walks over the methods; returns where they end, or -1 at the one that is sought.
         *
         * @param patches whether to patch their code
         */
        private int walk(boolean patches, Target sought) {
            int at = methodsAt();
            int members = shortAt(at);
            at += 2;
            for (int m = 0; m < members; m++) {
                if (sought != null
                        && pool.textEquals(shortAt(at + 2), sought.name())
                        && pool.textEquals(shortAt(at + 4), sought.descriptor())) {
                    return -1;
                }
                if (patches) {
                    patchMethod(at);
                }
                at = behindMember(at);
            }
            return at;
        }

        private void patchMethod(int method) {
            int attributes = shortAt(method + 6);
            int at = method + 8;
            for (int a = 0; a < attributes; a++) {
                if (pool.textEquals(shortAt(at), "Code")) {
                    patchInstructions(at + 14, intAt(at + 10));
                }
                at += 6 + intAt(at + 2);
            }
        }

        private void patchInstructions(int start, int length) {
            int at = start;
            while (at < start + length) {
                int opcode = code[at] & 0xff;
                boolean call = opcode == INVOKEVIRTUAL || opcode == INVOKESPECIAL;
                if (call && shortAt(at + 1) < virtual.length && virtual[shortAt(at + 1)]) {
                    code[at] = (byte) INVOKESTATIC;
                    if (opcode == INVOKESPECIAL) {
                        putShort(at + 1, special[shortAt(at + 1)]);
                    }
                }
                at += Instructions.length(code, at, start);
            }
        }

        private int addText(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            added.write(1);
            addShort(bytes.length);
            added.write(bytes, 0, bytes.length);
            return count++;
        }

        private void addShort(int value) {
            added.write(value >>> 8);
            added.write(value);
        }

        private void putShort(int at, int value) {
            code[at] = (byte) (value >>> 8);
            code[at + 1] = (byte) value;
        }

        private int shortAt(int at) {
            return (code[at] & 0xff) << 8 | code[at + 1] & 0xff;
        }

        private int intAt(int at) {
            return shortAt(at) << 16 | shortAt(at + 2);
        }
    }
}
