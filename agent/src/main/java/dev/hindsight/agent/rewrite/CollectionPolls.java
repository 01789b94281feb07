package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.SASTORE;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Puts polls into a method of a collection: before its fields are written and elements are stored or, with chaos, before its fields are used and
 * before jumps backwards, too, if it writes any. They count where the program has called this very object, or another one that uses this one, as a set uses its map. The JDK
 * uses collections of its own all the time, and not as often in a replay, but not those of the program.
 */
final class CollectionPolls extends MethodVisitor {
    private static final Set<String> WHOLE = Set.of(
            "toArray", "hashCode", "equals", "toString", "entrySet", "keySet", "values", "iterator", "listIterator");

    private final CountedLoops known;
    private final boolean everywhere;
    private final Set<Label> seen = new HashSet<>();

    /**
     * @param known about the method, which keeps its object in its first variable
     * @param everywhere whether there are also polls before fields are read and before jumps backwards: not in methods that only read, which others
     *     can meet where these write
     */
    CollectionPolls(MethodVisitor next, CountedLoops known, boolean everywhere) {
        super(ASM9, next);
        this.known = known;
        this.everywhere = everywhere && known.writes();
    }

    /**
     * What a method does to the arrays that it was given, others must not interrupt: its caller has looked at them before. Methods in which a
     * collection that holds itself never ends pass nothing on the way to the end of the stack, which is left to chance.
     */
    static boolean isPolled(String name, CountedLoops known) {
        return known != null && !known.overwrites() && !known.recurses() && !WHOLE.contains(name);
    }

    private void poll() {
        mv.visitVarInsn(ALOAD, 0);
        ThreadSites.poll(mv, "pollIn", "(Ljava/lang/Object;)V");
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        if (opcode == PUTFIELD || opcode == GETFIELD && everywhere && !known.isFinal(owner, name)) {
            poll();
        }
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= IASTORE && opcode <= SASTORE) {
            poll();
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitLabel(Label label) {
        seen.add(label);
        super.visitLabel(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        if (everywhere && seen.contains(label)) {
            poll();
        }
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (CollectionUse.isCall(opcode, owner, name) && CollectionUse.copyReceiver(mv, descriptor)) {
            mv.visitVarInsn(ALOAD, 0);
            ThreadSites.poll(mv, "useIn", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
}
