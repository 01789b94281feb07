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
 */
public final class ClassPatcher {
    /** A public native whose calls go to the method of the same name in the hooks. */
    public record Target(String owner, String name, String descriptor, boolean isStatic) {
        String hookDescriptor() {
            return isStatic ? descriptor : "(L" + owner + ";" + descriptor.substring(1);
        }
    }

    private static final String HOOKS = "dev/hindsight/runtime/Hooks";
    private static final int INVOKEVIRTUAL = 182;
    private static final int INVOKESPECIAL = 183;
    private static final int INVOKESTATIC = 184;
    private static final int REF_INVOKE_STATIC = 6;

    private final List<Target> targets;

    public ClassPatcher(List<Target> targets) {
        this.targets = targets;
    }

    /** The patched class, or null if there is nothing to patch. */
    public byte[] patch(byte[] original) {
        ConstantPool pool = new ConstantPool(original);
        if (!mentionsTarget(pool)) {
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
        return patch == null ? null : patch.finish();
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
        private final boolean[] virtual;
        private int count;
        private int hooksClass;
        private boolean anyVirtual;

        Patch(byte[] code, ConstantPool pool) {
            this.code = code;
            this.pool = pool;
            this.count = pool.count();
            this.virtual = new boolean[pool.count()];
        }

        void redirect(int index, Target target) {
            if (hooksClass == 0) {
                int name = addText(HOOKS);
                added.write(7);
                addShort(name);
                hooksClass = count++;
            }
            int at = pool.offset(index);
            code[at] = 10;
            putShort(at + 1, hooksClass);
            if (!target.isStatic()) {
                int descriptor = addText(target.hookDescriptor());
                added.write(12);
                addShort(pool.first(pool.second(index)));
                addShort(descriptor);
                putShort(at + 3, count++);
                virtual[index] = true;
                anyVirtual = true;
            }
        }

        byte[] finish() {
            if (anyVirtual) {
                patchHandles();
                patchCode();
            }
            byte[] extra = added.toByteArray();
            byte[] result = new byte[code.length + extra.length];
            int end = pool.end();
            System.arraycopy(code, 0, result, 0, end);
            System.arraycopy(extra, 0, result, end, extra.length);
            System.arraycopy(code, end, result, end + extra.length, code.length - end);
            result[8] = (byte) (count >>> 8);
            result[9] = (byte) count;
            return result;
        }

        private void patchHandles() {
            for (int i = 1; i < pool.count(); i++) {
                if (pool.isHandle(i) && virtual[pool.handleTarget(i)]) {
                    code[pool.offset(i) + 1] = REF_INVOKE_STATIC;
                }
            }
        }

        /** Walks over fields and methods to the code of each method. */
        private void patchCode() {
            int at = pool.end() + 6;
            at += 2 + 2 * shortAt(at);
            for (int kind = 0; kind < 2; kind++) {
                int members = shortAt(at);
                at += 2;
                for (int m = 0; m < members; m++) {
                    int attributes = shortAt(at + 6);
                    at += 8;
                    for (int a = 0; a < attributes; a++) {
                        int length = intAt(at + 2);
                        if (kind == 1 && pool.textEquals(shortAt(at), "Code")) {
                            patchInstructions(at + 14, intAt(at + 10));
                        }
                        at += 6 + length;
                    }
                }
            }
        }

        private void patchInstructions(int start, int length) {
            int at = start;
            while (at < start + length) {
                int opcode = code[at] & 0xff;
                boolean call = opcode == INVOKEVIRTUAL || opcode == INVOKESPECIAL;
                if (call && shortAt(at + 1) < virtual.length && virtual[shortAt(at + 1)]) {
                    code[at] = (byte) INVOKESTATIC;
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
